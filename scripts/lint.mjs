// `npm run lint` runs oxlint; `npm run lint -- prose` reads the sentences of documents, comments and test titles.
import { join } from 'node:path';
import { lintProse } from './lint/prose.mjs';
import { NODE, ROOT, runInForeground } from './lib/processes.mjs';

const OXLINT = join('node_modules', 'oxlint', 'bin', 'oxlint');
const [kind, ...paths] = process.argv.slice(2);

process.chdir(ROOT);
process.exitCode =
  kind === 'prose'
    ? lintProse(paths)
    : await runInForeground(NODE, [OXLINT, '--max-warnings=0', ...process.argv.slice(2)]);
