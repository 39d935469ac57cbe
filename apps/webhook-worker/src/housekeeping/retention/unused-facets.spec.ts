import { PostgresCatalogueIndex, portalVisibility } from '@app/catalogue';
import { sql } from '@app/database';
import { limits } from '@app/limits';
import { CatalogueSeed, TestClock, viewerIn } from '@app/testing';
import { useTwoCatalogues } from '../../../test/two-catalogues.js';
import { removeUnusedFacets } from './retention.queries.js';

describe('values of facets that no object has any more', () => {
  const harness = useTwoCatalogues();

  const record = (provider: string, external_id: string, tags: string[]) => ({
    provider,
    external_id,
    type: 'text' as const,
    title: external_id,
    tags,
  });
  const remove = async (): Promise<void> => {
    while ((await removeUnusedFacets(harness.database, 3)) !== 0);
  };
  const tags = async () =>
    await harness.db.column<string>(sql`
        select key from learning.facet_values where facet = 4 order by key`);

  /** Documents with a code that has no facet value. */
  const dangling = sql`
    select d.lo_id from learning.search_doc d, unnest(d.facet_codes) c(code)
     where not exists (select 1 from learning.facet_values v where v.code = c.code)`;

  it('are removed; one that comes back has another code and is found under it', async () => {
    await harness.seed.load([record('a', 'one', ['gone', 'both']), record('b', 'two', ['both', 'kept'])]);
    const index = new PostgresCatalogueIndex(harness.database);
    const find = async (tag: string) => {
      const visibility = await portalVisibility(harness.database, viewerIn(1));
      const filter = { premium: false, tags: [tag] };
      const search = { filter, sort: [], offset: 0, limit: 5, facets: ['tag' as const] };
      return (await index.search(visibility, search)).facets.tag?.buckets.map(({ key }) => key);
    };
    expect(await find('gone')).toEqual(['both', 'gone']);
    const readCode = () =>
      harness.db.one<{ code: number }>(sql`select code from learning.facet_values where key = 'gone'`);
    const before = await readCode();
    await harness.seed.load([record('a', 'one', [])]);
    expect(await tags()).toEqual(['both', 'gone', 'kept']);
    await remove();
    expect(await tags()).toEqual(['both', 'kept']);
    expect(await find('gone')).toEqual([]);
    await harness.seed.load([record('a', 'one', ['gone'])]);
    expect((await readCode()).code).not.toBe(before.code);
    expect(await find('gone')).toEqual(['gone']);
    await remove();
    expect(await tags()).toEqual(['both', 'gone', 'kept']);
  });

  it('stay while an object that has them is being written', async () => {
    const three = (await harness.seed.load([record('a', 'three', ['late'])])).get('a three')!;
    await harness.seed.load([record('a', 'three', [])]);
    await harness.whileWriting(three, "tags = '{late}'", async () => {
      expect(await removeUnusedFacets(harness.database, 3)).toBeUndefined();
    });
    await remove();
    expect(await tags()).toContain('late');
    expect(await harness.db.many(dangling)).toEqual([]);
    await harness.seed.load([record('a', 'three', ['kept'])]);
    await remove();
    expect(await tags()).not.toContain('late');
  });

  it('are not removed from an object that gets them concurrently', async () => {
    let isDone = false;
    const write = async (catalogueSeed: CatalogueSeed, provider: string) => {
      for (let round = 0; round < 25; round++)
        await catalogueSeed.load(
          [0, 1, 2].map((n) =>
            record(
              provider,
              `p${n}`,
              round % 2 === 0 ? [] : [`shared ${n}`, `${provider} ${n} ${round % 4}`],
            ),
          ),
        );
    };
    const clean = async () => {
      while (!isDone) await removeUnusedFacets(harness.database, 2);
    };
    const cleaning = clean();
    const other = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await Promise.all([write(harness.seed, 'a'), write(other, 'b')]).finally(() => (isDone = true));
    await Promise.all([cleaning, other.close()]);
    expect(await harness.db.many(dangling)).toEqual([]);
    await remove();
    expect((await tags()).filter((tag) => /shared|^[ab] /.test(tag))).toEqual([]);
    expect(await harness.db.many(dangling)).toEqual([]);
  });

  it('are limited per portal and day', async () => {
    const { most } = limits.labels_made;
    await harness.db.many(sql`
      insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
      select 'labels_made', '1', date_bin('1 day', now(), 'epoch') + n * interval '1 day', ${most - 2},
             now() + interval '2 days'
        from generate_series(0, 1) n
      on conflict (limit_name, owner, window_start) do update set count = excluded.count`);
    await harness.seed.load([record('a', 'four', ['new 1', 'new 2', 'kept'])]);
    await expect(harness.seed.load([record('a', 'five', ['kept', 'new 3'])])).rejects.toThrow(
      /20,000 tags and topics/,
    );
    await harness.seed.load([record('a', 'five', ['kept', 'new 2'])]);
    await harness.seed.load([record('b', 'six', ['new 4'])]);
    expect((await tags()).filter((tag) => tag.startsWith('new'))).toEqual(['new 1', 'new 2', 'new 4']);
  });
});
