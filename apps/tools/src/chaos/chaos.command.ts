import { InvalidArgumentError, type Command } from 'commander';
import { join } from 'node:path';
import type { BehaviourName } from './chaos-receivers.js';
import { runChaos, type ChaosOptions, type ChaosResult } from './chaos-run.js';
import { runUpgradeDrill, type DrillSize } from './upgrade-drill.js';

/** Twenty endpoints in four portals, eleven of them healthy. */
const portals: BehaviourName[][] = [
  ['quick', 'quick', 'hangs', 'slow', 'answers410'],
  ['quick', 'slow', 'flaky', 'answers500', 'drips'],
  ['quick', 'quick', 'answers429', 'refuses', 'drops'],
  ['slow', 'quick', 'hangs', 'quick', 'drops'],
];
const MAX_REPEATED_SHARE = 0.01;

/** `chaos`: fires events during disasters, with real processes. */
export function chaosCommand(program: Command): void {
  const chaos = program
    .command('chaos')
    .description(
      'deliver events while workers, Redis and Postgres are killed, and check the result against the promises',
    )
    .option('--seed <number>', 'the same seed gives the same run', integer, 1)
    .option('--events <number>', 'how many events', integer, 10_000)
    .option('--rate <number>', 'events a second', integer, 60)
    .option('--disasters <number>', 'how many times something is killed, frozen or emptied', integer, 24)
    .option('--workers <number>', 'worker processes', integer, 2)
    .option('--sentinels', 'Redis as two servers and three sentinels, which fail over')
    .option('--pooler', 'everything through a PgBouncer with two connections to Postgres for each role')
    .action(async (options: Omit<ChaosOptions, 'portals' | 'maxWaitMs' | 'workerScript' | 'say'>) => {
      const result = await runChaos({
        ...options,
        portals,
        maxWaitMs: 300_000,
        workerScript: join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js'),
        say: (line) => console.log(line),
      });
      print(options.seed, result);
      if (!isGood(result)) process.exitCode = 1;
    });
  chaos
    .command('upgrade')
    .description(
      'bring the previous version up to date and back under load, with as many people in the database as a large customer has',
    )
    .option('--people <number>', 'people in the database', integer, 200_000)
    .option('--partners <number>', 'partners that call all the time', integer, 8)
    .option('--rounds <number>', 'fewest rounds of calls of each partner in each phase', integer, 50)
    .action((size: DrillSize) => {
      process.exitCode = runUpgradeDrill(size);
    });
}

function isGood({ missing, misdirected, disordered, gaps, repeats, expected }: ChaosResult): boolean {
  const wrong = [missing, misdirected, disordered, gaps].some((list) => list.length > 0);
  return !wrong && repeats / expected < MAX_REPEATED_SHARE;
}

function print(seed: number, result: ChaosResult): void {
  const { disasters, events, expected, repeats, seconds } = result;
  const struck = Object.entries(disasters).map(([name, count]) => `${count} x ${name}`);
  const after = Object.entries(result.repeatsAfter).map(([name, count]) => `${count} after ${name}`);
  console.log(`
seed         ${seed}
events       ${events} in ${seconds} s
disasters    ${struck.join(', ')}
deliveries   ${expected} to healthy endpoints
missing      ${result.missing.length}${examples(result.missing)}
misdirected  ${result.misdirected.length}${examples(result.misdirected)}
out of order ${result.disordered.length}${examples(result.disordered)}
gaps         ${result.gaps.length}${examples(result.gaps)}
repeats      ${repeats} (${((100 * repeats) / expected).toFixed(3)} %)${after.length > 0 ? `: ${after.join(', ')}` : ''}
${isGood(result) ? 'Everything held.' : 'NOT everything held.'}`);
}

const examples = (list: string[]): string => (list.length > 0 ? ` (${list.slice(0, 5).join('; ')})` : '');

function integer(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('must be a whole number');
  return number;
}
