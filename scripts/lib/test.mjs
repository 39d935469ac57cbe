import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { inLanes } from './lanes.mjs';
import { NODE, ROOT, run } from './processes.mjs';
import { report } from './progress.mjs';
import { installTools, skippedForTools } from './test-tools.mjs';

const bin =
  (path, ...args) =>
  () =>
    run(NODE, [join('node_modules', path), ...args]);

/** The steps before jest, the longest first: two run at a time. */
const STEPS = [
  [
    'build',
    () =>
      build({ quiet: true }).then(
        () => ({ code: 0 }),
        (error) => ({ code: 1, output: error.message }),
      ),
  ],
  ['lint', bin('eslint/bin/eslint.js', '.', '--max-warnings', '0')],
  ['types', bin('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json')],
  ['format', bin('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
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
];

/** Everything that CI runs. Its last line is `Tests: <n> passed, <n> failed`. @returns the exit code */
export async function test(jestArgs) {
  await installTools();
  const outcomes = await inLanes(2, STEPS, step);
  outcomes.push(await openApiDrift());
  const jest = await runJest(jestArgs);
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
async function openApiDrift() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (!scripts['openapi:check']) return true;
  return step(['openapi', () => run('npm', ['run', '--silent', 'openapi:check'])]);
}

async function runJest(args) {
  const since = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-jest-'));
  const file = join(folder, 'result.json');
  try {
    const options = ['--maxWorkers=2', '--json', `--outputFile=${file}`, ...args];
    const { code } = await run(NODE, ['node_modules/jest/bin/jest.js', ...options], {
      env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
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
