import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, shownBy, testsByCase } from './misuse-table.js';

const root = join(__dirname, '..', '..');
const file = join(root, 'docs', 'misuse-cases.md');
/** How many cases there are of each kind; new ones are added at the end. */
const counts = { A: 18, B: 14, C: 13, D: 11, E: 10, F: 8, G: 12, H: 11, I: 10, J: 3 };

describe('docs/misuse-cases.md', () => {
  const tests = testsByCase(root);
  if (process.env['UPDATE_DOCS']) {
    let text = readFileSync(file, 'utf8');
    for (const { id, situation, expected, line } of rowsOf(text))
      text = text.replace(
        line,
        () => `| ${id} | ${situation} | ${expected} | ${shownBy(tests.get(id) ?? [])} |`,
      );
    writeFileSync(file, text);
  }
  const rows = rowsOf(readFileSync(file, 'utf8'));

  it('has every case, each once', () => {
    const wanted = Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, at) => `${kind}${String(at + 1).padStart(2, '0')}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    for (const { id, situation, expected } of rows)
      expect([id, situation.length > 10, expected.length > 2]).toEqual([id, true, true]);
  });

  it.each(rows.map((row) => [row.id, row] as const))(
    '%s has tests named after it, and lists them',
    (id, row) => {
      const own = tests.get(id) ?? [];
      expect(own.length).toBeGreaterThan(0);
      expect(row.shown).toBe(shownBy(own));
    },
  );

  it('has the case of every test named after one', () => {
    const known = new Set(rows.map(({ id }) => id));
    expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});
