import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { sql } from '../index.js';
import { Characters20261122510000 } from './20261122510000-characters.js';

describe('the migration that reads one character written in several ways as one', () => {
  const own = useDatabase();

  it('writes the documents again that an older release wrote, and the others not', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new Characters20261122510000();
    await migration.down(runner);

    await own.db.many(`insert into identity.portals (id, name, title) values (1, 'a.example', 'a')`);
    const seed = await CatalogueSeed.open(own.urls.owner, new TestClock());
    await seed.provider('a', 1);
    await seed.load([
      { provider: 'a', external_id: '1', type: 'text', title: 'CO₂', summary: 'of 40 m²' },
      { provider: 'a', external_id: '2', type: 'text', title: 'Été' },
    ]);
    await seed.close();
    const documents = () =>
      own.database.many<{ title_key: string; row: string }>(sql`
        select title_key, xmin::text as row from learning.search_doc order by lo_id`);
    const words = async (...asked: string[]) =>
      (
        await own.database.many<{ surface: string }>(
          sql`select surface from learning.search_word where surface = any(${asked}) order by 1`,
        )
      ).map(({ surface }) => surface);
    const before = await documents();
    expect(before).toMatchObject([{ title_key: 'co' }, { title_key: 'ete' }]);
    expect(await words('co2', 'm2')).toEqual([]);

    await migration.up(runner);
    await runner.release();
    const after = await documents();
    expect(after).toMatchObject([{ title_key: 'co2' }, { title_key: 'ete' }]);
    expect(after[1]).toEqual(before[1]);
    expect(await words('co2', 'm2')).toEqual(['co2', 'm2']);
  });
});
