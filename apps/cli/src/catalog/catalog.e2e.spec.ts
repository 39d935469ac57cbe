import { join } from 'node:path';
import {
  exportCatalogue,
  importCatalogue,
  ImportRecord,
  type ImportSummary,
  portalVisibility,
  visibleIds,
} from '@app/catalogue';
import { openDatabase, type Database, sql } from '@app/database';
import {
  createTestDatabase,
  TestClock,
  type TestDatabase,
  CatalogueSeed,
  useDatabase,
  viewerIn,
} from '@app/testing';
import { applyBootstrap, readBootstrap } from '@app/bootstrap-files';
import { sampleCatalogue } from '@app/sample-content';
import { Command } from 'commander';
import { catalogCommand } from './catalog.command.js';
import { revokePackages } from './revoke-packages.command.js';

const env = { NODE_ENV: 'test', API_PUBLIC_URL: 'https://api.example' };
const bootstrap = readBootstrap(join(__dirname, '../../../tools/demo/bootstrap.yaml'), env);
const clock = new TestClock();
clock.set(new Date('2026-11-21T10:00:00Z'));

describe('the demo catalogue', () => {
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

const harness = useDatabase();
let lesson: number;
beforeAll(async () => {
  await harness.db.many(sql`
    insert into identity.portals (id, name, title) values (1, 'seller.test', 'S'), (2, 'buyer.test', 'B')`);
  const seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
  await seed.provider('seller', 1);
  await seed.group('nursing', 1);
  const ids = await seed.load([
    { provider: 'seller', external_id: 'a', type: 'text', title: 'A', content_groups: ['nursing'] },
  ]);
  await seed.close();
  lesson = ids.get('seller a')!;
});

describe('catalog subscribe, catalog unsubscribe', () => {
  beforeAll(async () => {
    process.env['DATABASE_URL'] = harness.urls.owner;
    jest.spyOn(console, 'log').mockReturnValue();
  });
  afterAll(() => {
    delete process.env['DATABASE_URL'];
    jest.restoreAllMocks();
  });

  const catalog = async (...args: string[]): Promise<void> => {
    const program = new Command().exitOverride();
    catalogCommand(program);
    await program.parseAsync(['catalog', ...args], { from: 'user' });
  };
  const seen = async () =>
    visibleIds(harness.database, await portalVisibility(harness.database, viewerIn(2)), [lesson]);
  const changes = async () =>
    await harness.db.column<boolean>(sql`
        select gained from learning.visibility_changes order by id`);

  it('shows and hides the objects immediately, and records that the portal must be notified', async () => {
    expect(await seen()).toEqual([]);
    await catalog('subscribe', 'nursing', '--portal', 'Buyer.test');
    expect(await seen()).toEqual([lesson]);
    await catalog('subscribe', 'nursing', '--portal', 'buyer.test', '--licenses', '5', '--package', 'Small');
    expect(await changes()).toEqual([true]);
    await catalog('unsubscribe', 'nursing', '--portal', 'buyer.test');
    expect(await seen()).toEqual([]);
    expect(await changes()).toEqual([true, false]);
  });

  it('names unknown portals and content', async () => {
    await expect(catalog('subscribe', 'surgery', '--portal', 'buyer.test')).rejects.toThrow(
      'There is no such',
    );
    await expect(
      catalog('subscribe', 'nursing', '--portal', 'buyer.test', '--licenses', 'many'),
    ).rejects.toThrow('--licenses');
  });
});

describe('catalog revoke-packages', () => {
  const revoke = (options: { lo?: string; all?: boolean }, portal = 'seller.test') =>
    revokePackages(harness.database, { portal, ...options });
  const ended = () =>
    harness.db.many(sql`
      select portal_id, lo_id, generation from learning.launch_generations
      union all select portal_id, null, generation from learning.portal_launches order by 1, 2`);

  it('ends the packages of one learning object, or all of a portal, each time, and records it in the audit log', async () => {
    await revoke({ lo: `${lesson}` });
    await revoke({ lo: `${lesson}` });
    await revoke({ all: true });
    expect(await ended()).toEqual([
      { portal_id: 1, lo_id: lesson, generation: 2 },
      { portal_id: 1, lo_id: null, generation: 1 },
    ]);
    const lines = await harness.db.many(sql`
      select details from auth.audit_log where event = 'packages.ended' order by id`);
    expect(lines.map(({ details }) => details)).toEqual([
      { lo_id: `${lesson}` },
      { lo_id: `${lesson}` },
      { lo_id: 'all' },
    ]);
  });

  it('reports the fault, and ends nothing', async () => {
    const before = await ended();
    await expect(revoke({})).rejects.toThrow('either --lo <id> or --all');
    await expect(revoke({ lo: `${lesson}`, all: true })).rejects.toThrow('either --lo <id> or --all');
    await expect(revoke({ lo: '999' })).rejects.toThrow('no learning object 999');
    await expect(revoke({ lo: `${lesson} or 1=1` })).rejects.toThrow('no learning object');
    await expect(revoke({ all: true }, 'c.example')).rejects.toThrow('no portal c.example');
    expect(await ended()).toEqual(before);
  });
});
