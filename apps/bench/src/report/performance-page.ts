import type { Bench } from '../bench.js';
import { scenarioOf, type ResultRow, type Results, type Run } from './result.js';

const HEAD = `# Performance

Made by \`npm run bench\` from \`bench/results\`; \`npm run bench -- <scenario>\` measures one again. Every scenario measures ours and the alternative in turn within one run, on data made from a seed. Compare figures of one run with each other, never with those of another machine or hour: the ratio is what counts. [bench/results](../bench/results) also has what each run printed, with the spread of its rounds, and a plot of its rows.`;

/**
 * The text of docs/performance.md, not yet formatted.
 * @throws Error when a run belongs to none of the benchmarks
 */
export function performancePage({ rows, runs }: Results, benches: readonly Bench[]): string {
  const missed = rows.filter(({ holds }) => !holds);
  const summary =
    missed.length === 0
      ? `All ${rows.length} rows reach their bars.`
      : `${rows.length - missed.length} of ${rows.length} rows reach their bars; missed: ${missed.map(({ name }) => name).join('; ')}.`;
  const stray = runs.find((run) => !benches.some((bench) => isRunOf(run, bench)));
  if (stray) throw new Error(`bench/results has ${stray.scenario}, which no benchmark measures`);
  const sections = benches.map((bench) =>
    sectionOf(
      bench,
      runs.filter((run) => isRunOf(run, bench)),
      rows,
    ),
  );
  return `${[HEAD, summary, ...sections].join('\n\n')}\n`;
}

/** Runs with other options have the name of the benchmark and more. */
const isRunOf = ({ scenario }: Run, { name }: Bench): boolean =>
  scenario === name || scenario.startsWith(`${name}-`);

function sectionOf(bench: Bench, runs: readonly Run[], rows: readonly ResultRow[]): string {
  const tables = runs.flatMap((run) => [
    ...(run.scenario === bench.name ? [] : [`### ${run.scenario}`]),
    tableOf(
      run,
      rows.filter((row) => scenarioOf(row) === run.scenario),
    ),
  ]);
  return [
    `## ${bench.name}`,
    `${bench.description}.`,
    bench.measuredBy.map((line) => `- ${line}`).join('\n'),
    ...(tables.length > 0 ? tables : ['No results yet.']),
  ].join('\n\n');
}

function tableOf({ scenario, measured, machine }: Run, rows: readonly ResultRow[]): string {
  const lines = rows.map(({ name, against, ours, theirs, ratio, unit, target, holds }) => {
    const cells = [
      name.slice(scenario.length + 2),
      `${number(ours)} ${unit}`,
      target === 'none' ? '' : `${target}${holds ? '' : ': **missed**'}`,
      theirs === null ? '' : `${against}: ${number(theirs)}`,
      ratio === null ? '' : number(ratio),
      measured.slice(0, 10),
      machine,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    '| what | figure | bar | alternative | ratio | date | machine |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

const number = (value: number): string => value.toLocaleString('en');
