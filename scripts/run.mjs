// The package.json commands that must work on a fresh clone: `start`, `test`, `reset` and the longer ones.
// Plain Node 20 without packages: it may run before anything is installed.
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { NODE, ROOT, runInForeground } from './lib/processes.mjs';
import { reset } from './lib/reset.mjs';
import { test } from './lib/test.mjs';
import { installTools } from './lib/test-tools.mjs';

const BENCH = 'dist/apps/bench/src/main.js';
const TOOLS = 'dist/apps/tools/src/main.js';
const [command, ...args] = process.argv.slice(2);

process.chdir(ROOT);
process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});

async function main() {
  switch (command) {
    case 'reset':
      return reset();
    case 'install':
      return install().then(() => 0);
    case 'build':
      await install();
      return build().then(() => 0);
    case 'test':
      // in parallel, because both wait for downloads most of the time
      await Promise.all([install(), installTools()]);
      return test(args);
    case undefined:
      throw new Error('usage: node scripts/run.mjs start | test | reset | build | <command of the tools>');
    default:
      await install();
      await build();
      return runInForeground(NODE, [
        '--enable-source-maps',
        ...(command === 'bench' ? [BENCH] : [TOOLS, command]),
        ...args,
      ]);
  }
}
