import { sql, type Database } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase, viewerIn } from '@app/testing';
import { visibleRows } from './learning-objects.queries.js';
import { portalVisibility } from './visibility.queries.js';

describe('visibleRows', () => {
  const harness = useDatabase();
  let database: Database;
  let seed: CatalogueSeed;
  beforeAll(async () => {
    database = await harness.open('api', 1);
    seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
  });
  afterAll(() => seed.close());

  it('is planned once, however few rows are read', async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
    await seed.provider('a', 1);
    const items = Array.from({ length: 500 }, (_, n) => `item ${n}`);
    const ids = await seed.load(
      items.map((title) => ({ provider: 'a', external_id: title, type: 'text' as const, title })),
    );
    await harness.db.many(sql`analyze learning.learning_objects, learning.search_doc`);
    const one = ids.get('a item 7')!;
    const visibility = await portalVisibility(database, viewerIn(1));
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

  it('decides by its size that large content has a preview, without reading it', async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (2, 'b.test', 'B')`);
    await seed.provider('b', 2);
    const text = (external_id: string, content: object, mimetype?: string) => ({
      provider: 'b',
      external_id,
      type: 'text' as const,
      title: external_id,
      content: { ...content, ...(mimetype && { mimetype }) },
    });
    // what Postgres can hardly make smaller
    const html = Array.from({ length: 4_000 }, () => crypto.randomUUID()).join(' ');
    const lessons = [
      text('nothing', {}),
      text('only a type', {}, '€'.repeat(100)),
      text('short', { html: '<p>one</p>' }),
      text('long', { html }),
      text('repeated', { html: 'a'.repeat(400_000) }),
    ];
    const course = { provider: 'b', external_id: 'course', type: 'course' as const, title: 'course' };
    const items = [lessons[0]!, lessons[3]!].map(({ provider: _, ...item }) => ({
      ...item,
      external_id: `in ${item.external_id}`,
    }));
    const ids = await seed.load([...lessons, { ...course, items }]);
    const visibility = await portalVisibility(database, viewerIn(2));
    const toastRead = async (): Promise<number> => {
      await database.one(sql`select pg_stat_force_next_flush()::text as flushed`);
      const row = await harness.db.one<{ blocks: string }>(sql`
        select toast_blks_read + toast_blks_hit as blocks from pg_statio_user_tables
         where relname = 'learning_objects'`);
      return Number(row.blocks);
    };
    const stored = await harness.db.one<{ size: number }>(sql`
      select pg_column_size(content) as size from learning.learning_objects where title = 'long'`);
    expect(stored.size).toBeGreaterThan(100_000);
    const before = await toastRead();
    const rows = await visibleRows(database, visibility, [...ids.values()]);
    expect(await toastRead()).toBe(before);
    const shown = Object.fromEntries(
      rows.map((row) => [row.title, row.has_preview || row.previewable_items]),
    );
    expect(shown).toEqual({
      nothing: false,
      'only a type': false,
      short: true,
      long: true,
      repeated: true,
      course: true,
    });
  });
});
