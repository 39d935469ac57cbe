import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8');
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]!, section] as const),
);
/**
 * The attackers; each section is a table of what is tried, what protects against it, and which tests show
 * that.
 */
const attackers = [
  'Anybody, without an account',
  'A partner’s application',
  'A portal’s administrator',
  'A portal’s learner',
  'A person in several portals',
  "Somebody with a person's session, password or mailbox",
  'A stolen token, secret, dump or backup',
  'A receiver of webhooks',
  'A hostile page in somebody’s browser',
  'An operator’s mistake',
  'A neighbour’s load',
].map((title) => title.replaceAll('’', "'"));

const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2) // the header
    .map((line) => line.split('|').slice(1, -1));

describe('docs/threat-model.md', () => {
  it('covers every attacker, and says what is missing so far', () => {
    const known = [...sections.keys()].map((title) => title.replaceAll('’', "'"));
    expect(known).toEqual(['What is worth attacking', 'Boundaries', ...attackers, 'Not there yet']);
    expect(sections.get('Not there yet')).not.toContain('|');
  });

  it.each(attackers)('%s: every row has a protection, and tests that exist', (title) => {
    const rows = rowsOf(sections.get(title) ?? '');
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      const [tried, holds, shown] = row.map((cell) => cell.trim());
      expect([tried, row.length]).toEqual([tried, 3]);
      expect([tried, (holds?.length ?? 0) > 10]).toEqual([tried, true]);
      const tests = [...(shown ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
      expect([tried, tests.length > 0]).toEqual([tried, true]);
      expect(tests.filter((path) => !path.endsWith('.spec.ts') || !existsSync(join(root, path)))).toEqual([]);
    }
  });
});
