import { exportCatalogue } from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import { CatalogueSeed, createTestDatabase, describeWith, TestClock, type TestDatabase } from '@app/testing';
import { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogCommand } from '../src/catalog/catalog.command.js';

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
  let test: TestDatabase;
  let database: Database;
  let folder: string;
  const said: string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    database = await openDatabase({ url: test.urls.owner, applicationName: 'test', poolSize: 2 });
    await database.write((tx) =>
      tx.run(sql`insert into identity.portals (id, name, title) values (1, 'acme', 'Acme')`),
    );
    const seed = await CatalogueSeed.open(test.urls.owner, new TestClock());
    await seed.provider('acme', 1);
    await seed.load([
      {
        ...{ provider: 'acme', external_id: '0012', type: 'course', title: '=Löschen; "sicher"' },
        tags: ['a;b', 'c, d'],
        pricing: { price: 1234.5, currency: 'CHF' },
        ratings: { five_star_rating: 4.33, ratings_count: 1200 },
        delivery: { duration: 90 },
        items: [{ external_id: '3', type: 'text', title: '+in' }],
      },
      { provider: 'acme', external_id: '2', type: 'text', title: 'Two\nlines', published: false },
    ]);
    await seed.close();
    folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
    jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.dataSource.destroy();
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function catalog(...args: string[]): Promise<string> {
    process.env['DATABASE_URL'] = test.urls.api;
    const program = new Command().exitOverride();
    catalogCommand(program);
    await program.parseAsync(['catalog', ...args], { from: 'user' });
    delete process.env['DATABASE_URL'];
    process.exitCode = undefined;
    return said.at(-1) ?? '';
  }

  it('is the same through a workbook and back, and what was edited is imported', async () => {
    const titles = async () => {
      const all: string[] = [];
      for await (const { title } of exportCatalogue(database)) all.push(title);
      return all;
    };
    await catalog('export', '--format', 'csv', '--out', join(folder, 'catalogue.csv'));
    convert(folder, 'catalogue.csv', 'xlsx', [`--infilter=CSV:${CSV_FILTER}`]);
    convert(folder, 'catalogue.xlsx', `csv:Text - txt - csv (StarCalc):${CSV_FILTER}`);
    const saved = join(folder, 'catalogue.csv');
    expect(await catalog('import', saved, '--no-events')).toContain(
      '2 lines: 0 created, 0 updated, 2 unchanged',
    );
    writeFileSync(saved, readFileSync(saved, 'utf8').replace('Two\nlines', 'Edited'));
    expect(await catalog('import', saved, '--no-events')).toContain('1 updated, 1 unchanged');
    expect(await titles()).toContain('Edited');
  });
});
