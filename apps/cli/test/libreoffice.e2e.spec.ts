import { describeWith } from '@app/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { throughLibreOffice } from './libreoffice.js';
import { lines, textRecord, useCatalogCommand } from './use-catalog-command.js';
import { peopleIn, usePeople } from './use-people.js';

describeWith('soffice', 'a catalogue that is edited in LibreOffice', () => {
  const command = useCatalogCommand();
  const { run: catalog, file } = command;

  it('is the same after a round trip through a workbook, and edits are imported', async () => {
    const course = {
      ...textRecord('0012', '=Löschen; "sicher"', { tags: ['a;b', 'c, d'], delivery: { duration: 90 } }),
      type: 'course',
      pricing: { price: 1234.5, currency: 'CHF' },
      ratings: { five_star_rating: 4.33, ratings_count: 1200 },
      items: [{ external_id: '3', type: 'text', title: '+in' }],
    };
    const records = lines(course, textRecord('2', 'Two\nlines', { published: false }));
    await catalog('import', file('records.ndjson', records));
    const saved = join(command.folder, 'catalogue.csv');
    await catalog('export', '--format', 'csv', '--out', saved);
    throughLibreOffice(command.folder, 'catalogue');
    const before = JSON.stringify(await command.exported());
    expect(await catalog('import', saved)).toContain('2 lines: 0 created, 0 updated, 2 unchanged');
    expect(JSON.stringify(await command.exported())).toBe(before);
    const edited = readFileSync(saved, 'utf8').replace('Two\nlines', 'Edited');
    expect(await catalog('import', file('edited.csv', edited))).toContain('1 updated, 1 unchanged');
    expect(await command.titles()).toContain('Edited');
  });
});

describeWith('soffice', 'people that are edited in LibreOffice', () => {
  const people = usePeople();

  it('are the same through a workbook and back, and change where they were edited', async () => {
    const table = await people.export();
    writeFileSync(join(people.folder, 'people.csv'), table);
    throughLibreOffice(people.folder, 'people');
    const saved = readFileSync(join(people.folder, 'people.csv'), 'utf8');
    const { said, code } = await people.import(people.admin.portal, saved);
    expect([said, code]).toEqual([['4 lines: 0 created, 0 updated, 4 unchanged, 0 bad.'], undefined]);
    expect(await people.export()).toBe(table);
    expect((await people.import(people.admin.portal, saved.replace('Zoë', 'Zoe'))).said).toEqual([
      '4 lines: 0 created, 1 updated, 3 unchanged, 0 bad.',
    ]);
    expect(peopleIn(await people.export())).toEqual(peopleIn(table.replaceAll('Zoë', 'Zoe')));
  });
});
