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
  [
    'imports',
    bin(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      'apps',
      'libs',
      '--config',
      '.dependency-cruiser.cjs',
    ),
  ],
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
  const built = await step([
    'build',
    () =>
      build({ quiet: true }).then(
        () => ({ code: 0 }),
        (error) => ({ code: 1, output: error.message }),
      ),
  ]);
  // tests start what is built; they wait for Postgres and for processes now and then, and the steps have those moments
  const steps = inLanes(1, STEPS, step);
  const jest = built ? await runJest(jestArgs) : { passed: 0, failed: 0 };
  const outcomes = [built, ...(await steps)];
  const failed = jest.failed + outcomes.filter((ok) => !ok).length;
  if (jest.skipped) console.log(jest.skipped);
  console.log(`Tests: ${jest.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

async function runJest(args) {
  const since = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-jest-'));
  const file = join(folder, 'result.json');
  try {
    const options = [`--maxWorkers=${availableParallelism() + 1}`, '--json', `--outputFile=${file}`, ...args];
    const { code } = await run(NODE, ['node_modules/jest/bin/jest.js', ...options], {
      inherit: true,
    });
    const counts = existsSync(file)
      ? readCounts(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 1 };
    report('jest', code === 0, since);
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
