import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './processes.mjs';
import { report } from './progress.mjs';

/** Runs `npm ci` unless the installed packages match package-lock.json. */
export async function install() {
  const locked = readPackages('package-lock.json');
  if (existsSync(NODE) && isInstalled(locked)) return;
  console.log('  installing the packages with npm ci, which takes a minute or two');
  const since = performance.now();
  const { code, output } = await run('npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  report('install', code === 0, since);
  if (code !== 0) throw new Error(`${output.trim()}\nnpm ci failed: the packages could not be installed.`);
  if (!existsSync(NODE))
    throw new Error('The npm package "node" has no binary: run npm ci without --ignore-scripts.');
}

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
