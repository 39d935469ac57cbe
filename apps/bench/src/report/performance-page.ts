import type { Bench } from '../bench.js';
import { parseScenario, type ResultRow, type Results, type Run } from './result.js';

const HEAD = `# Performance

\`npm run bench\` writes this page from \`bench/results\`; \`npm run bench -- <scenario>\` measures one again. Ours and the alternative are measured in turn within one run, on data made from a seed. Compare figures of one run with each other, never with those of another machine or hour. Tables of groups name a bar only where it was missed. [bench/results](../bench/results) also has what each run printed.`;

/**
 * The text of docs/performance.md, not yet formatted.
 * @throws Error when a run belongs to none of the benchmarks
 */
export function performancePage({ rows, runs }: Results, benches: readonly Bench[]): string {
  const missed = Map.groupBy(
    rows.filter(({ holds }) => !holds),
    parseScenario,
  );
  const reached = rows.filter(({ holds }) => holds).length;
  const misses = [...missed].map(([scenario, { length }]) => `${length} of ${scenario}`).join(', ');
  const summary =
    missed.size === 0
      ? `All ${rows.length} rows reach their bars.`
      : `${reached} of ${rows.length} rows reach their bars. Missed: ${misses}.`;
  const stray = runs.find((run) => !benches.some((bench) => isOfBench(run, bench)));
  if (stray) throw new Error(`bench/results has ${stray.scenario}, which no benchmark measures`);
  const sections = benches.map((bench) =>
    formatSection(
      bench,
      runs.filter((run) => isOfBench(run, bench)),
      rows,
    ),
  );
  return `${[HEAD, summary, ...sections].join('\n\n')}\n`;
}

/** A run with other options has a name that begins with that of the benchmark. */
const isOfBench = ({ scenario }: Run, { name }: Bench): boolean =>
  scenario === name || scenario.startsWith(`${name}-`);

function formatSection(bench: Bench, runs: readonly Run[], rows: readonly ResultRow[]): string {
  const tables = runs.flatMap((run) => [
    ...(run.scenario === bench.name ? [] : [`### ${run.scenario}`]),
    formatTable(
      run,
      rows.filter((row) => parseScenario(row) === run.scenario),
    ),
  ]);
  return [
    `## ${bench.name}`,
    `${bench.description}.`,
    bench.measuredBy.map((line) => `- ${line}`).join('\n'),
    ...(tables.length > 0 ? tables : ['No results yet.']),
  ].join('\n\n');
}

/** When and where a run was measured, and its rows; rows in groups (`group: what`) have a line for each group. */
function formatTable({ scenario, measured, machine }: Run, rows: readonly ResultRow[]): string {
  const named = rows.map((row) => ({ ...row, what: row.name.slice(scenario.length + 2) }));
  const isGrouped = ({ what }: NamedRow) => what.includes(': ');
  const tables = [groupLines(named.filter(isGrouped)), rowLines(named.filter((row) => !isGrouped(row)))];
  return [
    `Measured on ${measured.slice(0, 10)}: ${machine}.`,
    ...tables.filter((lines) => lines.length > 2).map((lines) => lines.join('\n')), // 2: the head
  ].join('\n\n');
}

type NamedRow = ResultRow & { what: string };

const formatLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const formatHead = (names: readonly string[]): string[] => [
  formatLine(names),
  formatLine(names.map(() => '---')),
];

const rowLines = (rows: readonly NamedRow[]): string[] => [
  ...formatHead(['what', 'figure', 'bar', 'alternative', 'ratio']),
  ...rows.map(({ what, against, ours, theirs, ratio, unit, target, holds }) =>
    formatLine([
      what,
      `${number(ours)} ${unit}`,
      target === 'none' ? '' : `${target}${holds ? '' : ': **missed**'}`,
      theirs === null ? '' : `${against}: ${number(theirs)}`,
      ratio === null ? '' : number(ratio),
    ]),
  ),
];

/** A column for each figure: ours, the alternative, and the target if it was missed. */
function groupLines(rows: readonly NamedRow[]): string[] {
  const part = ({ what }: NamedRow, index: 0 | 1): string => what.split(/: (.*)/s)[index]!;
  const columns = Map.groupBy(rows, (row) => part(row, 1));
  const titles = [...columns].map(([title, [first]]) =>
    [`${title}, ${first!.unit}`, first!.theirs === null ? '' : first!.against].filter(Boolean).join(' / '),
  );
  const groups = Map.groupBy(rows, (row) => part(row, 0));
  return [
    ...formatHead(['', ...titles]),
    ...[...groups].map(([group, rowsOfGroup]) =>
      formatLine([
        group,
        ...[...columns.keys()].map((title) => formatCell(rowsOfGroup.find((row) => part(row, 1) === title))),
      ]),
    ),
  ];
}

function formatCell(row: NamedRow | undefined): string {
  if (!row) return '';
  const figures = [row.ours, row.theirs].filter((value) => value !== null).map(number);
  return `${figures.join(' / ')}${row.holds ? '' : ` **missed** (${row.target})`}`;
}

const number = (value: number): string => value.toLocaleString('en');
