import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { inLanes } from './lanes.mjs';
import { NODE, ROOT, run } from './processes.mjs';
import { report } from './progress.mjs';
import { installTools, skippedForTools } from './test-tools.mjs';

const bin =
  (path, ...args) =>
  () =>
    run(NODE, [join('node_modules', path), ...args], { inBackground: true });

const CACHE = join('node_modules', '.cache');

/** Tests wait for Postgres and for processes now and then. */
const IN_PARALLEL = `--maxWorkers=${availableParallelism() + 1}`;

/** Files that measure how long something takes, or what it leaves behind: they have the processors to themselves. */
const MEASURING = [
  'apps/auth-server/src/passwords/attempt-counters.e2e',
  'apps/resource-api/test/import-beside.e2e',
  'apps/resource-api/test/locked-tables.e2e',
  'libs/database/src/stuck-lookups',
  'libs/database/src/watched-client',
].map((file) => `${file}\\.spec\\.ts$`);

/** The steps beside jest, the longest first. What a cache keeps is known by content; of linting with types none can be. */
const STEPS = [
  ['lint', bin('eslint/bin/eslint.js', '.', '--max-warnings', '0')],
  ['types', bin('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json')],
  [
    'format',
    bin(
      'prettier/bin/prettier.cjs',
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${join(CACHE, 'prettier')}`,
      '.',
    ),
  ],
  ['imports', () => run(NODE, [join('scripts', 'imports.mjs')], { inBackground: true })],
  ['dead code', bin('knip/bin/knip.js')],
  ['openapi', openApiDrift],
];

/**
 * Everything that CI runs. Its last line is `Tests: <n> passed, <n> failed`. With `--changed` only the test files that
 * depend on what has changed since the branch left `main`, committed or not; the other steps are the same.
 * @param args of jest, `--changed` replaced
 * @returns the exit code
 */
export async function test(args) {
  const jestArgs = args.flatMap((arg) =>
    arg === '--changed' ? ['--changedSince=main', '--passWithNoTests'] : [arg],
  );
  await installTools();
  // the build has one processor, and tests wait for Postgres and for processes now and then: the steps have the rest
  const steps = inLanes(1, STEPS, step);
  const built = await step([
    'build',
    () =>
      build({ quiet: true }).then(
        () => ({ code: 0 }),
        (error) => ({ code: 1, output: error.message }),
      ),
  ]);
  // tests start what is built
  const runs = built ? await runTests(args, jestArgs, steps) : [];
  const outcomes = [built, ...(await steps)];
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0) + outcomes.filter((ok) => !ok).length;
  for (const { skipped } of runs) if (skipped) console.log(skipped);
  console.log(`Tests: ${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** All tests, those that measure after all else; what somebody names is run together. */
async function runTests(args, jestArgs, steps) {
  const namesFiles = args.some((arg) => arg !== '--changed');
  if (namesFiles) return [await runJest('jest', [IN_PARALLEL, ...jestArgs])];
  const ignored = MEASURING.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const most = await runJest('jest', [IN_PARALLEL, ...ignored, ...jestArgs]);
  await steps;
  const measuring = await runJest('measuring', [
    '--runInBand',
    '--passWithNoTests',
    ...jestArgs,
    ...MEASURING,
  ]);
  return [most, measuring];
}

async function step([name, work]) {
  const since = performance.now();
  const { code, output } = await work();
  report(name, code === 0, since);
  if (code !== 0) console.log(output.trim());
  return code === 0;
}

/** Whether docs/openapi says what the apps say. */
function openApiDrift() {
  return run('npm', ['run', '--silent', 'openapi:check'], { inBackground: true });
}

async function runJest(name, args) {
  const since = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-jest-'));
  const file = join(folder, 'result.json');
  try {
    const options = ['--json', `--outputFile=${file}`, ...args];
    const { code } = await run(NODE, ['node_modules/jest/bin/jest.js', ...options], {
      inherit: true,
    });
    const counts = existsSync(file)
      ? readCounts(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 1 };
    report(name, code === 0, since);
    return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(result) {
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: skippedForTools(result),
  };
}
