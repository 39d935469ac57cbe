// Removes from the packages in a folder what no server loads, and says how much is left: node scripts/slim.mjs <folder>
// The image is built with it, and k8s/test/image-contents.spec.ts starts the servers from what remains.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Types, sources, maps and prose; licences stay, which some packages have in their README. */
const FILES = /\.(?:map|d\.[cm]?ts|[cm]?ts|tsx|flow|md|markdown|tsbuildinfo)$|\.min\.js\.gz$/i;
const LICENCES = /licen[cs]e|copying|notice|copyright/i;
/** Folders directly below a package; deeper ones may be part of the program. */
const FOLDERS = /^(?:tests?|__tests__|docs?|examples?|benchmarks?|bench|coverage|\.github|\.vscode)$/;

/** Duplicates for other module systems, other databases and other run-times. */
const PATHS = [
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

/**
 * The packages that the dependencies of a project need. `npm prune --omit=dev` keeps more. A package for development
 * stays with all that it needs if one of production could use it (an optional peer), as Nest could use Express.
 * @param packages those of package-lock.json, by path; the project itself is ''
 * @returns their paths, `node_modules/...`
 */
export function neededPackages(packages) {
  const needed = new Set();
  const open = [''];
  for (let importer = open.pop(); importer !== undefined; importer = open.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[importer];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolved(packages, importer, name);
      if (path === undefined || needed.has(path)) continue;
      needed.add(path);
      open.push(path);
    }
  }
  return needed;
}

/** Where Node finds a package that `importer` imports; undefined if one for another platform is not locked. */
function resolved(packages, importer, name) {
  const places = importer === '' ? [''] : [importer, ...folders(importer), ''];
  return places
    .map((place) => `${place}${place && '/'}node_modules/${name}`)
    .find((path) => packages[path] !== undefined);
}

/** The packages that contain one, the innermost first: node_modules/a for node_modules/a/node_modules/b. */
function folders(path) {
  const parts = path.split('/node_modules/');
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join('/node_modules/'));
}

/** @returns the remaining bytes in a folder of packages with a package-lock.json next to it */
export function slim(modules) {
  const project = join(modules, '..');
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const needed = neededPackages(packages);
  for (const path of Object.keys(packages))
    if (path !== '' && !needed.has(path)) rmSync(join(project, path), { recursive: true, force: true });
  for (const path of PATHS) rmSync(join(modules, path), { recursive: true, force: true });
  const unlicensed = new Set();
  for (const folder of packagesIn(modules)) {
    if (!readdirSync(folder).some((name) => LICENCES.test(name))) unlicensed.add(folder);
    for (const name of readdirSync(folder))
      if (FOLDERS.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    if (OTHER_RUNTIME.test(folder.slice(modules.length + 1)))
      rmSync(join(folder, 'prebuilds'), { recursive: true, force: true });
  }
  let remaining = 0;
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath ?? entry.path;
    const file = join(folder, entry.name);
    const hasLicence = LICENCES.test(entry.name) || (unlicensed.has(folder) && /^readme/i.test(entry.name));
    if (FILES.test(entry.name) && !hasLicence) rmSync(file);
    else remaining += statSync(file).size;
  }
  return remaining;
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

// not where it is imported: arguments are those of another program there
if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`${(slim(process.argv[2]) / 1e6).toFixed(1)} MB are left`);
