import type { Command } from 'commander';
import { resolve } from 'node:path';
import { withBenchStack } from './bench-stack.js';
import type { Bench } from './bench.js';
import { lists } from './lists/lists.bench.js';
import { Machine } from './machine.js';
import { reads } from './reads/reads.bench.js';
import { neighbours } from './neighbours/neighbours.bench.js';
import { writeResults } from './results.js';
import { tokens } from './tokens/tokens.bench.js';
import { webhooks } from './webhooks/webhooks.bench.js';
import { search, searchLarge } from './search/search.bench.js';

/** One line for each benchmark. */
const benches: Bench[] = [tokens, reads, search, searchLarge, lists, webhooks, neighbours];

/** `bench [name]`: runs all benchmarks in turn, or one, each with its own servers, data and ports. */
export function benchCommand(program: Command): void {
  const bench = program
    .command('bench')
    .description(
      'run all benchmarks in turn, or one (npm run bench -- <name>), and write bench/results and docs/performance.md; BENCH_PROFILE=<folder> keeps CPU profiles of the servers, BENCH_DATA=<folder> their data for the next run, BENCH_TRIAL=<part of a name> runs such parts of neighbours shortly and writes nothing',
    )
    .action(async () => {
      for (const one of benches) {
        console.log(`\n${one.name}: ${one.description}`);
        // one that fails does not take the others with it
        await measure(one).catch((error: unknown) => {
          console.error(error);
          process.exitCode = 1;
        });
      }
    });
  for (const one of benches) {
    bench
      .command(one.name)
      .description(one.description)
      .action(() => measure(one));
  }
}

async function measure(one: Bench): Promise<void> {
  const machine = new Machine();
  const printed: string[] = [];
  const print = (line: string): void => {
    printed.push(line);
    console.log(line);
  };
  const rows =
    'runAlone' in one
      ? await one.runAlone(print)
      : await withBenchStack((stack) => one.run(stack, print), one);
  machine.words.forEach(print);
  for (const { name, ours, unit, theirs, against, ratio, target, holds } of rows) {
    const beside = theirs === null ? '' : `, ${against} ${theirs}: ratio ${ratio}`;
    console.log(`${holds ? 'holds ' : 'MISSED'} ${name}: ${ours} ${unit}${beside} (target: ${target})`);
  }
  const run = {
    scenario: one.name,
    description: one.description,
    measured: new Date().toISOString(),
    machine: Machine.description,
    printed,
  };
  if (process.env['BENCH_TRIAL'] === undefined) await writeResults(resolve('.'), run, rows);
  if (rows.some(({ holds }) => !holds)) process.exitCode = 1;
}
