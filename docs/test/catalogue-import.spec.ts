import { ImportRecord } from '@app/catalogue';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnKinds, readColumnMap, toRecord } from '../../apps/cli/src/catalog/column-map.js';

const guide = readFileSync(join(__dirname, '..', 'catalogue-import.md'), 'utf8');
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';

describe('docs/catalogue-import.md', () => {
  const map = readColumnMap(block('yaml'));
  const rows = parse(block('csv'), { columns: true, delimiter: map.delimiter });

  it('shows a map that reads the table next to it', () => {
    const records = rows.map((row) => ImportRecord.parse(toRecord(row as Record<string, string>, map)));
    expect(records).toMatchObject([
      {
        external_id: 'c-1',
        type: 'course',
        url: 'https://courses.example/first-aid',
        pricing: { price: 0 },
        delivery: { duration: 90 },
        topics: ['Safety', 'Health'],
      },
      { external_id: 'c-2', pricing: { price: 20.5 }, delivery: { duration: 45 }, topics: ['Safety'] },
    ]);
  });

  it('names every way to read a column', () => {
    for (const kind of columnKinds) expect(guide).toContain(`\`${kind}\``);
  });
});
