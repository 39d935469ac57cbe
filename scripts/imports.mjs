// Checks the import rules of .dependency-cruiser.cjs, and that docs/imports.md is up to date; with `--write` it
// regenerates that.
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { readFileSync, writeFileSync } from 'node:fs';
import { drawing } from './lib/drawing.mjs';

const DRAWING = 'docs/imports.md';

const options = await extractDepcruiseOptions('./.dependency-cruiser.cjs');
const { output } = await cruise(
  ['apps', 'libs', 'clients'],
  options,
  {},
  { tsConfig: extractTSConfig('./tsconfig.json') },
);
const verdict = await format(output, { outputType: 'err' });
process.stdout.write(verdict.output);
process.exitCode = verdict.exitCode === 0 ? 0 : 1;

const drawn = drawing(output.modules);
if (process.argv.includes('--write')) writeFileSync(DRAWING, drawn);
else if (readFileSync(DRAWING, 'utf8') !== drawn) {
  process.stdout.write(`${DRAWING} is not what the imports are: npm run architecture\n`);
  process.exitCode = 1;
}
