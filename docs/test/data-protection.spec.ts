import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { retentionTable } from './retention-table.js';

const file = join(__dirname, '..', 'data-protection.md');

describe('docs/data-protection.md', () => {
  it('lists how long each table is kept (UPDATE_DOCS=1 npm run jest docs writes it)', async () => {
    const markers = /(<!-- retention -->)[\s\S]*(<!-- \/retention -->)/;
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const { code: expectedText } = await format(
      file,
      text.replace(
        markers,
        (_all, start: string, end: string) => `${start}\n\n${retentionTable()}\n\n${end}`,
      ),
      { printWidth: 110 },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expectedText);
    expect(readFileSync(file, 'utf8')).toBe(expectedText);
  });
});
