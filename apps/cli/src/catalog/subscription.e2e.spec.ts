import { portalSight, visibleIds } from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import { createTestDatabase, CatalogueSeed, TestClock, type TestDatabase } from '@app/testing';
import { Command } from 'commander';
import { catalogCommand } from './catalog.command.js';

describe('catalog subscribe, catalog unsubscribe', () => {
  let test: TestDatabase;
  let database: Database;
  let lesson: number;

  beforeAll(async () => {
    test = await createTestDatabase();
    process.env['DATABASE_URL'] = test.urls.api;
    jest.spyOn(console, 'log').mockReturnValue();
    database = await openDatabase({ url: test.urls.owner, applicationName: 'test', poolSize: 2 });
    await database.write((tx) =>
      tx.run(
        sql`insert into identity.portals (id, name, title) values (1, 'seller.test', 'S'), (2, 'buyer.test', 'B')`,
      ),
    );
    const seed = await CatalogueSeed.open(test.urls.owner, new TestClock());
    await seed.provider('seller', 1);
    await seed.group('nursing', 1);
    const ids = await seed.load([
      { provider: 'seller', external_id: 'a', type: 'text', title: 'A', content_groups: ['nursing'] },
    ]);
    await seed.close();
    lesson = ids.get('seller a')!;
  });
  afterAll(async () => {
    delete process.env['DATABASE_URL'];
    jest.restoreAllMocks();
    await database.dataSource.destroy();
    await test.drop();
  });

  const catalog = async (...args: string[]): Promise<void> => {
    const program = new Command().exitOverride();
    catalogCommand(program);
    await program.parseAsync(['catalog', ...args], { from: 'user' });
  };
  const seen = async () => visibleIds(database, await portalSight(database, 2), [lesson]);
  const changes = async () =>
    (
      await database.many<{ gained: boolean }>(sql`select gained from learning.sight_changes order by id`)
    ).map((row) => row.gained);

  it('gives and takes sight at once, and notes that the portal is to be told', async () => {
    expect(await seen()).toEqual([]);
    await catalog('subscribe', 'nursing', '--portal', 'Buyer.test');
    expect(await seen()).toEqual([lesson]);
    await catalog('subscribe', 'nursing', '--portal', 'buyer.test', '--licenses', '5', '--package', 'Small');
    expect(await changes()).toEqual([true]);
    await catalog('unsubscribe', 'nursing', '--portal', 'buyer.test');
    expect(await seen()).toEqual([]);
    expect(await changes()).toEqual([true, false]);
  });

  it('names what there is not', async () => {
    await expect(catalog('subscribe', 'surgery', '--portal', 'buyer.test')).rejects.toThrow(
      'There is no such',
    );
    await expect(
      catalog('subscribe', 'nursing', '--portal', 'buyer.test', '--licenses', 'many'),
    ).rejects.toThrow('--licenses');
  });
});
