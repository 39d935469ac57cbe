import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './processes.mjs';
import { report } from './progress.mjs';

const STAMP = join(ROOT, 'dist', '.built-from');

/**
 * Compiles all apps into dist/, unless already done from the same sources; `quiet` leaves reporting to the caller.
 * @throws Error with the compiler's output
 */
export async function build({ quiet = false } = {}) {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  rmSync(STAMP, { force: true });
  const since = performance.now();
  const { code, output } = await run(NODE, [join('scripts', 'compile.mjs')]);
  if (!quiet) report('build', code === 0, since);
  if (code !== 0) throw new Error(output.trim());
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, sources);
}

/** A digest of all files that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function sourceFiles() {
  const files = ['package-lock.json', '.swcrc', join('scripts', 'compile.mjs')];
  for (const group of ['apps', 'libs', 'clients']) {
    for (const entry of readdirSync(join(ROOT, group), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.spec.ts')) continue;
      files.push(join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1));
    }
  }
  return files.sort();
}
