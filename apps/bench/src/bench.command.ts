import { Command } from 'commander';
import { resolve } from 'node:path';
import type { Bench } from './bench.js';
import { benches, search } from './benches.js';
import { Machine } from './report/machine.js';
import { writeResults } from './report/results.js';
import { searchBench } from './scenarios/search/search.bench.js';
import { readObjectCount, USUAL_OBJECTS } from './scenarios/search/search-options.js';

/** `bench [name]`: runs all benchmarks in turn, or one, each with its own servers, data and ports. */
export function benchCommand(): Command {
  const bench = new Command('npm run bench --')
    .description(
      'run all benchmarks in turn, or one (npm run bench -- <name>), and write bench/results and docs/performance.md; BENCH_PROFILE=<folder> keeps CPU profiles of the servers, BENCH_TRIAL=<part of a name> runs only the behaviours of neighbours whose name contains it, with shorter times, and writes nothing',
    )
    .action(async () => {
      for (const one of benches) {
        console.log(`\n${one.name}: ${one.description}`);
        // a failed benchmark must not prevent the others
        await measure(one).catch((error: unknown) => {
          console.error(error);
          process.exitCode = 1;
        });
      }
    });
  for (const one of benches) {
    const command = bench.command(one.name).description(one.description);
    if (one !== search) command.action(() => measure(one));
    else
      command
        .option('--objects <count>', 'learning objects in the catalogue', readObjectCount, USUAL_OBJECTS)
        .action(({ objects }: { objects: number }) => measure(searchBench(objects)));
  }
  return bench;
}

async function measure(one: Bench): Promise<void> {
  const machine = new Machine();
  const printed: string[] = [];
  const print = (line: string): void => {
    printed.push(line);
    console.log(line);
  };
  const rows = await one.run(print);
  machine.words.forEach(print);
  for (const { name, ours, unit, theirs, against, ratio, target, holds } of rows) {
    const comparison = theirs === null ? '' : `, ${against} ${theirs}: ratio ${ratio}`;
    console.log(`${holds ? 'holds ' : 'MISSED'} ${name}: ${ours} ${unit}${comparison} (target: ${target})`);
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
