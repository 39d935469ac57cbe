import { scenarioOf, type ResultRow, type Results, type Run } from './result.js';

const HEAD = `# Performance

Made by \`npm run bench\` from \`bench/results\`; \`npm run bench -- <scenario>\` measures one again. Every scenario measures ours and the alternative in turn within one run, on data made from a seed. Compare figures of one run with each other, never with those of another machine or hour: the ratio is what counts. What was learnt on the way is in [benchmarks](benchmarks/README.md).`;

/** The text of docs/performance.md, not yet formatted. */
export function performancePage({ rows, runs }: Results): string {
  const missed = rows.filter(({ holds }) => !holds);
  const summary =
    missed.length === 0
      ? `All ${rows.length} rows hold their targets.`
      : `${rows.length - missed.length} of ${rows.length} rows hold their targets; missed: ${missed.map(({ name }) => name).join('; ')}.`;
  const sections = runs.map((run) =>
    sectionOf(
      run,
      rows.filter((row) => scenarioOf(row) === run.scenario),
    ),
  );
  return `${[HEAD, summary, ...sections].join('\n\n')}\n`;
}

function sectionOf({ scenario, description, measured, machine, printed }: Run, rows: ResultRow[]): string {
  const lines = rows.map((row) => {
    const { against, ours, theirs, ratio, unit, target, holds } = row;
    const what = row.name.slice(scenario.length + 2);
    const verdict = target === 'none' ? '' : holds ? 'yes' : '**no**';
    const cells = [what, against, number(ours), number(theirs), number(ratio), unit, target, verdict];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    `## ${scenario}`,
    `${description}. Measured ${measured.slice(0, 10)} on ${machine}.`,
    [
      '| what | beside | ours | theirs | ratio | unit | target | holds |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n'),
    `![${scenario}](../bench/results/${scenario}.svg)`,
    ['```text', ...printed, '```'].join('\n'),
  ].join('\n\n');
}

const number = (value: number | null): string => (value === null ? '' : value.toLocaleString('en'));
