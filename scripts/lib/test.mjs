import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { NODE, ROOT, run } from './processes.mjs';
import { report } from './progress.mjs';
import { skippedForTools } from './test-tools.mjs';

const bin =
  (path, ...args) =>
  () =>
    run(NODE, [join('node_modules', path), ...args], { inBackground: true });

/** For jest and its workers: two processors are busy anyway, and a collector with threads only costs more. */
const V8_FLAGS = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'];

/** More than one worker per processor, because tests sometimes wait for Postgres and for processes. */
const IN_PARALLEL = `--maxWorkers=${availableParallelism() + 2}`;

const specs = (paths) => paths.map((path) => `${path}\\.spec\\.ts$`);

/**
 * Drills: files that take 15 s and more because they start, kill, upgrade, restore or load whole stacks, damage and lock
 * them table by table, fill tables with more than 10,000 rows, or show a page in a browser in all of its states. They
 * run with `--all`, as CI does (ADR 22).
 */
const DRILLS = specs([
  'apps/auth-server/test/chromium-account.e2e',
  'apps/auth-server/test/chromium-address.e2e',
  'apps/auth-server/test/chromium-states.e2e',
  'apps/auth-server/test/closed-accounts.e2e',
  'apps/auth-server/test/departures-firefox.e2e',
  'apps/auth-server/test/departures.e2e',
  'apps/auth-server/test/chromium-partners.e2e',
  'apps/auth-server/test/key-rotation.e2e',
  'apps/auth-server/test/outages.e2e',
  'apps/cli/src/secrets/under-load.e2e',
  'apps/cli/test/libreoffice.e2e',
  'apps/console/test/bounds.e2e',
  'apps/console/test/many-people-journeys.e2e',
  'apps/console/test/people-journeys.e2e',
  'apps/console/test/unread-answers.e2e',
  'apps/console/test/web-applications-journey.e2e',
  'apps/console/test/web-content-journey.e2e',
  'apps/console/test/web-journeys.e2e',
  'apps/console/test/web-looks.e2e',
  'apps/console/test/web-roles.e2e',
  'apps/console/test/web-states.e2e',
  'apps/console/test/web-stored-markup.e2e',
  'apps/console/test/web-webhooks-journey.e2e',
  'apps/demo-partner/src/demo-partner.e2e',
  'apps/resource-api/src/learning-objects/scorm/scorm-frames.e2e',
  'apps/resource-api/src/learning-objects/scorm/scorm-player.e2e',
  'apps/resource-api/test/many-rows.e2e',
  'apps/resource-api/test/onboard-crash.e2e',
  'apps/resource-api/test/replica.e2e',
  'apps/resource-api/test/swagger-ui.e2e',
  'apps/resource-api/test/unread-answers.e2e',
  'apps/tools/src/demo/failover.e2e',
  'apps/tools/test/chaos/chaos.e2e',
  'apps/tools/test/chaos/disasters.e2e',
  'apps/tools/test/chaos/upgrade.e2e',
  'apps/tools/test/start.e2e',
  'apps/webhook-worker/src/delivery/drain/large-events.e2e',
  'apps/webhook-worker/test/damaged-columns.e2e',
  'apps/webhook-worker/test/locked-tables.e2e',
  'clients/test/generated-clients.e2e',
  'docs/test/first-hour.e2e',
  'docs/test/operators-commands.e2e',
  'docs/test/redis-user.e2e',
  'docs/test/restore-drill.e2e',
  'k8s/test/api-server.e2e',
  'k8s/test/components',
  'k8s/test/image-contents',
  'libs/database/src/replica/replica',
  'libs/local-services/src/postgres',
  'observability/test/alerts.e2e',
  'observability/test/measured.e2e',
  'observability/test/trace.e2e',
]);

/**
 * Drills that measure how long something takes, or what it leaves behind: they have the processors to themselves, two
 * at a time. The longest waits for locks most of the time, and its limit is three times what it measured before.
 */
const MEASURING = specs([
  'apps/auth-server/src/sign-in/passwords/attempt-counters.e2e',
  'apps/auth-server/src/sign-in/passwords/fair-turns.e2e',
  'apps/resource-api/test/import-beside.e2e',
  'apps/resource-api/test/locked-tables.e2e',
  'libs/database/src/connections/timeout-client',
]);

/** The steps beside jest, the longest first. One thread each: more of them cost twice the processor time. */
const STEPS = [
  ['lint', bin('oxlint/bin/oxlint', '--threads=1', '--max-warnings=0')],
  ['types', bin('typescript-native/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'tsconfig.json')],
  ['format', bin('oxfmt/bin/oxfmt', '--check', '--threads=1')],
  ['imports', () => run(NODE, [join('scripts', 'imports.mjs')], { inBackground: true })],
  ['dead code', bin('knip/bin/knip.js')],
  ['openapi', openApiLint],
];

/**
 * Runs all checks and tests. Its last line is `Tests: <n> passed, <n> failed`. With `--all`, drills and the long forms
 * of searches too, which is what CI runs. With `--changed`, only the test files that depend on what has changed since
 * the branch left `main`, committed or not. The other steps are the same.
 * @param args arguments for jest; `--all` is taken out, `--changed` replaced
 * @returns the exit code
 */
export async function test(args) {
  const isWhole = args.includes('--all');
  const options = args.filter((arg) => arg !== '--all');
  if (isWhole) process.env.THOROUGH = '1';
  const jestArgs = options.flatMap((arg) =>
    arg === '--changed' ? ['--changedSince=main', '--passWithNoTests'] : [arg],
  );
  const namesFiles = options.some((arg) => arg !== '--changed');
  // the build uses one processor, and tests sometimes wait for Postgres and for processes: the steps use the rest
  const steps = runSteps();
  const built = await step([
    'build',
    () =>
      build({ quiet: true }).then(
        () => ({ code: 0 }),
        (error) => ({ code: 1, output: error.message }),
      ),
  ]);
  // tests start the built programs
  const runs = !built
    ? []
    : namesFiles
      ? [await runJest('jest', [IN_PARALLEL, ...jestArgs])]
      : await runTests(isWhole, jestArgs, steps);
  const outcomes = [built, ...(await steps)];
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0) + outcomes.filter((ok) => !ok).length;
  for (const { skipped } of runs) if (skipped) console.log(skipped);
  console.log(`Tests: ${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** All tests, or all but the drills; what measures comes last. */
async function runTests(isWhole, jestArgs, steps) {
  const skipped = isWhole ? MEASURING : [...DRILLS, ...MEASURING];
  const most = await runJest('jest', [
    IN_PARALLEL,
    ...skipped.map((pattern) => `--testPathIgnorePatterns=${pattern}`),
    ...jestArgs,
  ]);
  if (!isWhole) {
    console.log(`${skipped.length} drills, and the long forms of searches, are left for npm test -- --all`);
    return [most];
  }
  await steps;
  const measuring = await runJest('measuring', [
    '--maxWorkers=2',
    '--passWithNoTests',
    ...jestArgs,
    ...MEASURING,
  ]);
  return [most, measuring];
}

async function runSteps() {
  const outcomes = [];
  for (const one of STEPS) outcomes.push(await step(one));
  return outcomes;
}

async function step([name, work]) {
  const since = performance.now();
  const { code, output } = await work();
  report(name, code === 0, since);
  if (code !== 0) console.log(output.trim());
  return code === 0;
}

/** Whether docs/openapi are valid OpenAPI documents. */
function openApiLint() {
  return run('npm', ['run', '--silent', 'openapi:check'], { inBackground: true });
}

async function runJest(name, args) {
  const since = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-jest-'));
  const file = join(folder, 'result.json');
  try {
    const options = ['--json', `--outputFile=${file}`, ...args];
    const { code } = await run(NODE, [...V8_FLAGS, 'node_modules/jest/bin/jest.js', ...options], {
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
