import { catalogueFields, ImportRecord } from '@app/catalogue';
import { columnKinds } from '@app/tables';
import { temporaryFolder } from '@app/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSource } from '../../apps/cli/src/tables/table-options.js';

const guide = readFileSync(join(__dirname, '..', 'catalogue-import.md'), 'utf8');
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';

describe('docs/catalogue-import.md', () => {
  const folder = temporaryFolder();

  it('shows a map that reads the table next to it', async () => {
    const [map, table] = ['yaml', 'csv'].map((language) => {
      const file = join(folder, language);
      writeFileSync(file, block(language));
      return file;
    });
    const source = await openSource(table!, { map: map! }, catalogueFields, true);
    const records: ImportRecord[] = [];
    for await (const line of source.lines()) records.push(ImportRecord.parse('value' in line && line.value));
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
