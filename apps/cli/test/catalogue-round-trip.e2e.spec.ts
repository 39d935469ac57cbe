import { describeWith } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines, text, useCatalogCommand } from './use-catalog-command.js';

/** Opens a file in LibreOffice without a window, and saves it in another format beside it. */
function convert(folder: string, file: string, format: string, options: string[] = []): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync(
    'soffice',
    [profile, '--headless', ...options, '--convert-to', format, '--outdir', folder, join(folder, file)],
    { stdio: 'ignore' },
  );
}

/** Comma, quotation marks, UTF-8, from the first line, every column as it is; with the mark behind it. */
const CSV_FILTER = '44,34,76,1,,0,false,true,false,false,false,-1';

describeWith('soffice', 'a catalogue that is edited in LibreOffice', () => {
  const command = useCatalogCommand();
  const { run: catalog, file } = command;

  it('is the same through a workbook and back, and what was edited is imported', async () => {
    const course = {
      ...text('0012', '=Löschen; "sicher"', { tags: ['a;b', 'c, d'], delivery: { duration: 90 } }),
      type: 'course',
      pricing: { price: 1234.5, currency: 'CHF' },
      ratings: { five_star_rating: 4.33, ratings_count: 1200 },
      items: [{ external_id: '3', type: 'text', title: '+in' }],
    };
    const records = lines(course, text('2', 'Two\nlines', { published: false }));
    await catalog('import', file('records.ndjson', records));
    const saved = join(command.folder, 'catalogue.csv');
    await catalog('export', '--format', 'csv', '--out', saved);
    convert(command.folder, 'catalogue.csv', 'xlsx', [`--infilter=CSV:${CSV_FILTER}`]);
    convert(command.folder, 'catalogue.xlsx', `csv:Text - txt - csv (StarCalc):${CSV_FILTER}`);
    const before = JSON.stringify(await command.exported());
    expect(await catalog('import', saved)).toContain('2 lines: 0 created, 0 updated, 2 unchanged');
    expect(JSON.stringify(await command.exported())).toBe(before);
    const edited = readFileSync(saved, 'utf8').replace('Two\nlines', 'Edited');
    expect(await catalog('import', file('edited.csv', edited))).toContain('1 updated, 1 unchanged');
    expect(await command.titles()).toContain('Edited');
  });
});
