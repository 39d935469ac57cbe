import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './processes.mjs';
import { progress } from './progress.mjs';

/** Runs `npm ci` unless the installed packages match package-lock.json. */
export async function install() {
  const locked = readPackages('package-lock.json');
  if (existsSync(NODE) && isInstalled(locked)) return;
  const total = Object.entries(locked).filter(([path, { os }]) => isTopLevel(path) && !os).length;
  const line = progress('install', () => `npm ci, ${countInstalled()} of about ${total} packages`);
  const { code, output } = await run('npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  line.end(code === 0);
  if (code !== 0) throw new Error(`${output.trim()}\nnpm ci failed: the packages could not be installed.`);
  if (!existsSync(NODE))
    throw new Error('The npm package "node" has no binary: run npm ci without --ignore-scripts.');
}

const isTopLevel = (path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);

/** When npm has finished, it writes a hidden lock file with the installed packages. */
function isInstalled(locked) {
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(locked).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || installed[path]?.version === version || (!installed[path] && (optional || devOptional)),
  );
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockFile), 'utf8')).packages;
  } catch {
    return {};
  }
}

/** Folders appear together, their contents one by one. */
function countInstalled() {
  const root = join(ROOT, 'node_modules');
  const names = (folder) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !name.startsWith('.'));
  const packages = names(root).flatMap((name) =>
    name.startsWith('@') ? names(join(root, name)).map((part) => join(name, part)) : [name],
  );
  return packages.filter((name) => existsSync(join(root, name, 'package.json'))).length;
}
