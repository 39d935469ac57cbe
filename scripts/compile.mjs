// Compiles the projects of nest-cli.json into dist/, file by file with swc, as jest does for tests; types are checked by
// `npm test`. Other files (pages, styles, schemas) are copied, and Vite builds the web console.
import { transformFileSync } from '@swc/core';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './lib/web.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8'));
/** only tests import it */
delete projects.testing;

for (const { sourceRoot } of Object.values(projects)) {
  // the production image is built without the development projects
  if (existsSync(join(ROOT, sourceRoot))) for (const file of sourcesIn(sourceRoot)) compile(file);
}
await buildWeb();

/** The files below a folder that are neither tests nor documentation. */
function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.ts$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1));
}

function compile(file) {
  const target = join(ROOT, 'dist', file);
  mkdirSync(dirname(target), { recursive: true });
  if (!file.endsWith('.ts')) return copyFileSync(join(ROOT, file), target);
  const { code, map } = transformFileSync(join(ROOT, file), {
    cwd: ROOT,
    sourceMaps: true,
    sourceFileName: relative(dirname(target), join(ROOT, file)),
    inlineSourcesContent: false,
    jsc: {
      baseUrl: ROOT,
      paths: { '@app/*': ['./libs/*/src/index.ts'] },
      // V8 stores the text of every file with two bytes per character if one character needs two
      minify: { compress: false, mangle: false, format: { comments: 'some', asciiOnly: true } },
    },
    // exports are named in the text, where Node finds them for `import()`
    module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
  });
  const script = target.replace(/\.ts$/, '.js');
  writeFileSync(script, `${code}\n//# sourceMappingURL=${basename(script)}.map\n`);
  writeFileSync(`${script}.map`, map);
}
