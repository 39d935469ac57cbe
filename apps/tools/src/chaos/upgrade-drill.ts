import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** How large the upgrade drill is (upgrade.e2e.spec.ts). */
export interface DrillSize {
  /** People in the database when the new version comes. */
  people: number;
  /** Partners that call all the time. */
  partners: number;
  /** The fewest rounds of calls that each of them makes in each phase. */
  rounds: number;
}

/** In `npm test`. */
const SMALL: DrillSize = { people: 0, partners: 2, rounds: 5 };
const VARIABLE = 'UPGRADE_DRILL';
/** An hour catches what hangs. */
const TEST_TIMEOUT_MS = 3_600_000;

/** The size that {@link runUpgradeDrill} asks for. */
export const drillSize = (env: NodeJS.ProcessEnv): DrillSize =>
  env[VARIABLE] === undefined ? SMALL : (JSON.parse(env[VARIABLE]) as DrillSize);

/**
 * Runs the upgrade drill in the size that is asked for; it prints what it says.
 * @returns its exit code
 */
export function runUpgradeDrill(size: DrillSize): number {
  const { status } = spawnSync(
    process.execPath,
    [
      join('node_modules', 'jest', 'bin', 'jest.js'),
      ...['apps/tools/src/chaos/upgrade.e2e', '--maxWorkers=1', `--testTimeout=${TEST_TIMEOUT_MS}`],
    ],
    { stdio: 'inherit', env: { ...process.env, [VARIABLE]: JSON.stringify(size) } },
  );
  return status ?? 1;
}
