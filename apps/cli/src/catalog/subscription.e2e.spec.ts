import { portalVisibility, visibleIds } from '@app/catalogue';
import { sql } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase, viewerIn } from '@app/testing';
import { Command } from 'commander';
import { catalogCommand } from './catalog.command.js';

describe('catalog subscribe, catalog unsubscribe', () => {
  const harness = useDatabase();
  let lesson: number;

  beforeAll(async () => {
    process.env['DATABASE_URL'] = harness.urls.owner;
    jest.spyOn(console, 'log').mockReturnValue();
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
