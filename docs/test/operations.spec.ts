import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { settingsTables } from './settings-table.js';

const file = join(__dirname, '..', 'operations.md');
const markers = /(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/;

describe('docs/operations.md', () => {
  it('lists every setting of every program (UPDATE_DOCS=1 npm run jest docs writes them)', async () => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const tables = `\n\n${settingsTables()}\n\n`;
    const wanted = await format(
      text.replace(markers, (_all, start: string, end: string) => start + tables + end),
      {
        parser: 'markdown',
        printWidth: 110,
      },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, wanted);
    expect(readFileSync(file, 'utf8')).toBe(wanted);
  });
});
