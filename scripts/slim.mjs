// Removes from the packages in a folder what no server loads, and says how much is left: node scripts/slim.mjs <folder>
// The image is built with it, and k8s/test/image-contents.spec.ts starts the servers from what remains.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Types, sources, maps and prose; licences stay, which some packages have in their README. */
const FILES = /\.(?:map|d\.[cm]?ts|[cm]?ts|tsx|flow|md|markdown|tsbuildinfo)$|\.min\.js\.gz$/i;
const LICENCES = /licen[cs]e|copying|notice|copyright/i;
/** Folders directly below a package; deeper ones may be part of the program. */
const FOLDERS = /^(?:tests?|__tests__|docs?|examples?|benchmarks?|bench|coverage|\.github|\.vscode)$/;

/** What is there twice, for other module systems, other databases, other run-times. */
const PATHS = [
  'typescript', // wanted by packages that only compile with it
  'typeorm/browser',
  'rxjs/src',
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  'rxjs/dist/types',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
  'swagger-ui-dist/swagger-ui.js',
  'bullmq/dist/esm',
  'luxon/src',
  'luxon/build/amd',
  'luxon/build/es6',
  'luxon/build/global',
  'lodash/fp',
  'zod/src',
  'dayjs/esm',
  'bintrees/dist',
  'es-toolkit/dist/browser.global.js',
];
/** Native parts for a run-time that is not Node. */
const OTHER_RUNTIME = /^bare-/;

/** @returns how many bytes are left */
export function slim(modules) {
  for (const path of PATHS) rmSync(join(modules, path), { recursive: true, force: true });
  const unlicensed = new Set();
  for (const folder of packagesIn(modules)) {
    if (!readdirSync(folder).some((name) => LICENCES.test(name))) unlicensed.add(folder);
    for (const name of readdirSync(folder))
      if (FOLDERS.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    if (OTHER_RUNTIME.test(folder.slice(modules.length + 1)))
      rmSync(join(folder, 'prebuilds'), { recursive: true, force: true });
  }
  let left = 0;
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath ?? entry.path;
    const file = join(folder, entry.name);
    const hasLicence = LICENCES.test(entry.name) || (unlicensed.has(folder) && /^readme/i.test(entry.name));
    if (FILES.test(entry.name) && !hasLicence) rmSync(file);
    else left += statSync(file).size;
  }
  return left;
}

function packagesIn(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    )
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

if (process.argv[2]) console.log(`${(slim(process.argv[2]) / 1e6).toFixed(1)} MB are left`);
