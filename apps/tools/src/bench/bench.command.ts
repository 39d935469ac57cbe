import type { Command } from 'commander';
import { auth } from './auth/auth.bench.js';
import { withBenchStack } from './bench-stack.js';
import type { Bench } from './bench.js';
import { lists } from './lists/lists.bench.js';
import { reads } from './reads/reads.bench.js';
import { webhooks } from './webhooks/webhooks.bench.js';
import { search } from './search/search.bench.js';
import { StolenTime } from './stolen-time.js';

/** One line for each benchmark. */
const benches: Bench[] = [auth, reads, search, lists, webhooks];

/** `bench <name>`: a benchmark against servers, data and ports of its own. */
export function benchCommand(program: Command): void {
  const bench = program
    .command('bench')
    .description(
      'run a benchmark: npm run bench -- <name>; BENCH_PROFILE=<folder> keeps CPU profiles of the servers, BENCH_DATA=<folder> their data for the next run',
    );
  for (const one of benches) {
    bench
      .command(one.name)
      .description(one.description)
      .action(async () => {
        const stolen = new StolenTime();
        const isGood =
          'runAlone' in one
            ? await one.runAlone(console.log)
            : await withBenchStack((stack) => one.run(stack, console.log), one.settings);
        const percent = stolen.percent;
        if (percent !== undefined) {
          console.log(
            `the host gave ${percent.toFixed(1)} % of this machine's processor time to others meanwhile`,
          );
        }
        if (!isGood) process.exitCode = 1;
      });
  }
}
