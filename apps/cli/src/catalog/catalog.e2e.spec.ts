import { join } from 'node:path';
import { exportCatalogue, importCatalogue, ImportRecord, type ImportSummary } from '@app/catalogue';
import { openDatabase, type Database } from '@app/database';
import { createTestDatabase, TestClock, type TestDatabase } from '@app/testing';
import { applyBootstrap, readBootstrap } from '@app/bootstrap-files';
import { sampleCatalogue } from '@app/sample-content';

const env = { NODE_ENV: 'test', API_PUBLIC_URL: 'https://api.example' };
const bootstrap = readBootstrap(join(__dirname, '../../../tools/demo/bootstrap.yaml'), env);
const clock = new TestClock();
clock.set(new Date('2026-11-21T10:00:00Z'));

let test: TestDatabase;
let database: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.urls.owner, applicationName: 'test', poolSize: 3 });
  await applyBootstrap(database, bootstrap, { clock, env, events: true });
});
afterEach(async () => {
  await database.dataSource.destroy();
  await test.drop();
});

const load = (records: Iterable<unknown>): Promise<ImportSummary> => {
  let line = 0;
  return importCatalogue(
    [...records].map((value) => ({ line: ++line, value })),
    {
      database,
      clock,
      onBadLine: (bad) => {
        throw new Error(`line ${bad.line}: ${bad.reason}`);
      },
    },
  );
};

const exported = async (): Promise<ImportRecord[]> => {
  const records: ImportRecord[] = [];
  for await (const record of exportCatalogue(database)) records.push(record);
  return records;
};

describe('the demo catalogue', () => {
  it('loads without a bad line, changes nothing the second time, and has every object named in the bootstrap file', async () => {
    const records = [...sampleCatalogue(clock.now())];
    expect(await load(records)).toMatchObject({ lines: records.length, created: records.length, bad: 0 });
    expect(await load(records)).toMatchObject({ unchanged: records.length, created: 0, updated: 0 });
    expect(await applyBootstrap(database, bootstrap, { clock, env, events: true })).toEqual({
      created: [],
      unknownContent: [],
    });
  });

  it('is exported as it was imported', async () => {
    const records = [...sampleCatalogue(clock.now())];
    await load(records);
    const back = await exported();
    expect(back).toHaveLength(records.length);
    for (const record of back) expect(ImportRecord.safeParse(record).error).toBeUndefined();
    expect(await load(back)).toMatchObject({ unchanged: records.length, updated: 0, created: 0 });
  });
});
