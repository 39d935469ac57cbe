// Builds the web console by Vite, with compressed files beside each, and holds it to its sizes.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listTooLarge, measureChunks } from './web-sizes.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCES = join(ROOT, 'apps', 'console', 'web');
const TARGET = join(ROOT, 'dist', 'apps', 'console', 'web');
const STAMP = `${TARGET}.built-from`;
const COMPRESSED = /\.(js|css|html|svg)$/;

/**
 * Builds apps/console/web into dist, unless that was done from the same sources.
 * @throws Error that names what has become too large
 */
export async function buildWeb() {
  if (!existsSync(SOURCES)) return; // an image without the console
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  rmSync(STAMP, { force: true });
  const { build } = await import('vite');
  await build({ configFile: join(SOURCES, 'vite.config.mjs'), logLevel: 'warn' });
  for (const file of filesIn(TARGET)) if (COMPRESSED.test(file)) compress(file);
  const manifest = join(TARGET, '.vite', 'manifest.json');
  const chunks = measureChunks(
    JSON.parse(readFileSync(manifest, 'utf8')),
    (file) => readFileSync(join(TARGET, `${file}.gz`)).length / 1024,
  );
  rmSync(dirname(manifest), { recursive: true });
  const tooLarge = listTooLarge(chunks);
  if (tooLarge.length > 0) throw new Error(`The web console has become too large.\n${tooLarge.join('\n')}`);
  writeFileSync(STAMP, sources);
}

/** Paths below a folder. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** A digest of everything that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  const besides = [
    'package-lock.json',
    'libs/look/src/look.ts',
    'scripts/lib/web.mjs',
    'scripts/lib/web-sizes.mjs',
  ];
  for (const file of [...filesIn(SOURCES), ...besides.map((name) => join(ROOT, name))])
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function compress(file) {
  const bytes = readFileSync(file);
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, options));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
