import { openDatabase, sql, type Database } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { visibleRows } from './learning-objects.queries.js';
import { portalVisibility } from './visibility.queries.js';

describe('visibleRows', () => {
  const own = useDatabase();
  let database: Database;
  let seed: CatalogueSeed;
  beforeAll(async () => {
    database = await openDatabase({ url: own.urls.api, applicationName: 'test', poolSize: 1 });
    seed = await CatalogueSeed.open(own.urls.owner, new TestClock());
  });
  afterAll(() => Promise.all([database.dataSource.destroy(), seed.close()]));

  it('is planned once, however few rows are read', async () => {
    await own.db.many(`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('a', 1);
    const items = Array.from({ length: 500 }, (_, n) => `item ${n}`);
    const ids = await seed.load(
      items.map((title) => ({ provider: 'a', external_id: title, type: 'text' as const, title })),
    );
    await own.db.many('analyze learning.learning_objects, learning.search_doc');
    const one = ids.get('a item 7')!;
    const visibility = await portalVisibility(database, { portalId: 1, seesDrafts: true });
    for (let times = 0; times < 20; times += 1) {
      const rows = await visibleRows(database, visibility, [one]);
      expect(rows.map(({ id }) => id)).toEqual([one]);
    }
    const plans = await database.one(sql`
      select generic_plans::int, custom_plans::int from pg_prepared_statements
       where statement like '%as default_collection%' and statement not like '%pg_prepared_statements%'`);
    // Postgres tries five plans for given values before it makes one for all
    expect(plans).toEqual({ generic_plans: 15, custom_plans: 5 });
  });
});
