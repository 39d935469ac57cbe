import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseRows, testsByCase } from './misuse-table.js';

const root = join(__dirname, '..', '..');
/** How many cases there are of each kind; new ones are added at the end. Those of section K are called T. */
const counts = { A: 18, B: 14, C: 13, D: 11, E: 10, F: 9, G: 12, H: 11, I: 10, J: 3, T: 55 };

describe('docs/misuse-cases.md', () => {
  const tests = testsByCase(root);
  const rows = parseRows(readFileSync(join(root, 'docs', 'misuse-cases.md'), 'utf8'));
  const untested = rows.filter(({ expected }) => expected.startsWith('no test: '));
  const tested = rows.filter((row) => !untested.includes(row));
  const listFiles = (id: string) => [...new Set((tests.get(id) ?? []).map(({ path }) => basename(path)))];

  it('has every case, each once', () => {
    const expected = Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, index) => `${kind}${String(index + 1).padStart(2, '0')}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(expected);
    for (const row of rows)
      expect([row.id, row.situation.length > 2, row.expected.length > 2]).toEqual([row.id, true, true]);
  });

  it.each(tested.map(({ id }) => [id, listFiles(id).join(', ')] as const))(
    '%s has tests named after it: %s',
    (id) => {
      expect(tests.get(id) ?? []).not.toEqual([]);
    },
  );

  it('explains why two cases have no test, and has a case for every test named after one', () => {
    expect(untested.map(({ id }) => id)).toEqual(['T52', 'T53']);
    const knownIds = new Set(tested.map(({ id }) => id));
    expect([...tests.keys()].filter((id) => !knownIds.has(id))).toEqual([]);
  });
});
