import { temporaryFolder } from '@app/testing';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  atLeast,
  noTarget,
  ratioAtLeast,
  ratioAtMost,
  resultRow,
  parseScenario,
  type Run,
} from '../src/report/result.js';
import { pageIn, readResults, writeResults } from '../src/report/results.js';
import { formatScenarioName } from '../src/scenarios/search/search-options.js';

const createRun = (scenario: string): Run => ({
  scenario,
  description: `what ${scenario} does`,
  measured: '2026-11-23T00:00:00.000Z',
  machine: 'a machine',
  printed: ['a line with | and <angles>'],
});
const createRow = (scenario: string, what: string, ours = 9, theirs = 10) =>
  resultRow({ scenario, what, against: 'x', ours, theirs, unit: 'ms', target: ratioAtLeast(0.9) });

describe('the results of benchmarks', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, 'docs'));
  });

  it('replace the rows of their own scenario only', async () => {
    await writeResults(root, createRun('reads'), [createRow('reads', 'one'), createRow('reads', 'two')]);
    await writeResults(root, createRun('neighbours'), [createRow('neighbours', 'one')]);
    await writeResults(root, createRun('reads'), [createRow('reads', 'three')]);
    expect(readResults(root).rows.map(({ name }) => name)).toEqual(['neighbours: one', 'reads: three']);
    expect(readResults(root).runs.map(({ scenario }) => scenario)).toEqual(['neighbours', 'reads']);
  });

  it('refuse rows that another run would not replace', async () => {
    await expect(writeResults(root, createRun('reads'), [createRow('neighbours', 'one')])).rejects.toThrow(
      'not of reads',
    );
    const twice = [createRow('reads', 'one'), createRow('reads', 'one')];
    await expect(writeResults(root, createRun('reads'), twice)).rejects.toThrow('two rows of one name');
  });

  it('are written to a page with every row and missed targets', async () => {
    await writeResults(root, createRun('reads'), [createRow('reads', 'one'), createRow('reads', 'slow', 1)]);
    const page = readFileSync(join(root, 'docs', 'performance.md'), 'utf8');
    expect(page).toBe(await pageIn(root));
    expect(page).toContain('1 of 2 rows reach their bars. Missed: 1 of reads.');
    expect(page).toContain('Measured on 2026-11-23: a machine.');
    expect(page).toMatch(/\| one +\| 9 ms +\| ratio at least 0.9 +\| x: 10 +\| 0.9 +\|/);
    expect(page).toMatch(/\| slow +\| 1 ms +\| ratio at least 0.9: \*\*missed\*\* \|/);
  });

  it('in groups have one line for each group, with the bar where it was missed', async () => {
    const rows = [
      createRow('reads', 'idle: p99'),
      createRow('reads', 'busy: p99', 1),
      createRow('reads', 'busy: memory'),
    ];
    await writeResults(root, createRun('reads'), rows);
    const page = await pageIn(root);
    expect(page).toMatch(/\| +\| p99, ms \/ x +\| memory, ms \/ x +\|/);
    expect(page).toMatch(/\| idle +\| 9 \/ 10 +\| +\|/);
    expect(page).toMatch(/\| busy +\| 1 \/ 10 \*\*missed\*\* \(ratio at least 0.9\) +\| 9 \/ 10 +\|/);
  });

  it('of a search of another size are in a separate table', async () => {
    const other = formatScenarioName(200_000);
    await writeResults(root, createRun('search'), [createRow('search', 'usual')]);
    await writeResults(root, createRun(other), [createRow(other, 'large')]);
    const page = await pageIn(root);
    expect(page).toMatch(/## search\n[^#]*\| usual [^#]*### search-postgres-200000\n[^#]*\| large /);
  });

  it('of no benchmark are refused', async () => {
    await expect(writeResults(root, createRun('deleted'), [createRow('deleted', 'one')])).rejects.toThrow(
      'bench/results has deleted, which no benchmark measures',
    );
  });
});

describe('a row', () => {
  it('is held to its target by exact numbers, not by rounded ones', () => {
    const row = { scenario: 'reads', what: 'one', against: 'x', theirs: 10_000, unit: 'ms' };
    const rowAt = (ours: number, target = ratioAtLeast(0.9)) => resultRow({ ...row, ours, target });
    expect([rowAt(9_000).holds, rowAt(8_999).holds, rowAt(8_999).ratio]).toEqual([true, false, 0.9]);
    expect([rowAt(9_000, ratioAtMost(0.9)).holds, rowAt(9_001, ratioAtMost(0.9)).holds]).toEqual([
      true,
      false,
    ]);
    expect([rowAt(9, atLeast(10)).holds, rowAt(10, atLeast(10)).holds]).toEqual([false, true]);
    expect(parseScenario(rowAt(1, noTarget))).toBe('reads');
  });

  it('needs numbers', () => {
    const row = { scenario: 'reads', what: 'one', unit: 'ms', target: noTarget };
    expect(() => resultRow({ ...row, ours: Number.NaN })).toThrow('no measurement');
    expect(() => resultRow({ ...row, ours: 1, theirs: 0 })).toThrow('no measurement');
    expect(resultRow({ ...row, ours: 1 })).toMatchObject({ theirs: null, ratio: null, holds: true });
  });
});
