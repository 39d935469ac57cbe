import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageIn, readResults } from '../../apps/bench/src/report/results.js';
import { parseScenario } from '../../apps/bench/src/report/result.js';

const root = join(__dirname, '..', '..');

describe('docs/performance.md', () => {
  it('matches bench/results (npm run bench or UPDATE_DOCS=1 npm run jest docs writes it)', async () => {
    const file = join(root, 'docs', 'performance.md');
    const expectedText = await pageIn(root);
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expectedText);
    expect(readFileSync(file, 'utf8')).toBe(expectedText);
  });

  it('has a run for the scenario of every row', () => {
    const { rows, runs } = readResults(root);
    const scenarios = [...new Set(rows.map(parseScenario))].sort();
    expect(scenarios.length).toBeGreaterThan(0);
    expect(runs.map(({ scenario }) => scenario).sort()).toEqual(scenarios);
  });
});
