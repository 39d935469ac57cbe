import { portalVisibility, PostgresCatalogueIndex } from '@app/catalogue';
import { sql } from '@app/database';
import { viewerIn, LOCKS_HERE, eventually, CatalogueSeed, TestClock } from '@app/testing';
import { pino } from 'pino';
import { limits } from '@app/limits';
import { useTwoCatalogues } from '../../../test/two-catalogues.js';
import {
  type Word,
  removeUnusedWordsAfter,
  removeUnusedTopics,
  removeUnusedFacets,
} from './retention.queries.js';
import { UnusedWords } from './unused-words.js';

const harness = useTwoCatalogues();

const silent = pino({ level: 'silent' });

/** Can be run at once. */
class Task extends UnusedWords {
  once = () => this.work();
}

describe('words of search that no object has any more', () => {
  const load = (provider: string, external_id: string, title: string, more: { premium?: boolean } = {}) =>
    harness.seed.load([{ provider, external_id, type: 'text', language: 'en', title, ...more }]);
  const words = async () =>
    await harness.db.column<string>(sql`
        select portal_id || ' ' || surface as word from learning.search_word
         where surface <> 'seller' order by portal_id, surface`);
  const removeAll = async (limit: number): Promise<number> => {
    let removed = 0;
    let last: Word = { portal_id: -1, surface: '', language: '' };
    for (let done; (done = await removeUnusedWordsAfter(harness.database, last, limit)); last = done)
      removed += done.removed!;
    return removed;
  };
  const version = async () => (await portalVisibility(harness.database, viewerIn(1))).catalogue.words;

  it('are removed, however few are checked in a statement, and no others', async () => {
    await load('a', 'one', 'Managers lead teams', { premium: true });
    await load('a', 'two', 'Leaders lead');
    await load('b', 'one', 'Teams lead');
    expect(await removeAll(2)).toBe(0);
    await load('a', 'one', "Don't stop", { premium: true });
    const before = await version();
    // "lead" is no word for all any more, but one of both portals; "teams" is one of the second portal alone
    expect(await removeAll(2)).toBe(5);
    expect(await words()).toEqual([
      ...['don', 'stop', 't'].map((word) => `0 ${word}`),
      ...['don', 'lead', 'leaders', 'stop', 't'].map((word) => `1 ${word}`),
      ...['lead', 'teams'].map((word) => `2 ${word}`),
    ]);
    expect(await version()).toBeGreaterThan(before);
    expect(await removeAll(2)).toBe(0);
  });

  it('are removed a part at a time, so that writers wait briefly', async () => {
    const describeBy = (description: string) =>
      harness.seed.load([
        { provider: 'b', external_id: 'parts', type: 'text', language: 'en', title: 'Parts', description },
      ]);
    await describeBy(Array.from({ length: 600 }, (_, n) => `part${n}`).join(' '));
    await describeBy('');
    const first = await removeUnusedWordsAfter(
      harness.database,
      { portal_id: 1, surface: '~', language: '' },
      5_000,
    );
    expect(first).toMatchObject({ portal_id: 2, removed: 250 });
    expect(await removeAll(5_000)).toBe(350);
    expect(await words()).toContain('2 parts');
  });

  it('are removed from the words of all portals when only the owner may see their objects any more', async () => {
    await load('a', 'secret', 'Zymurgy', { premium: true });
    await load('a', 'secret', 'Zymurgy');
    expect(await words()).toEqual(expect.arrayContaining(['0 zymurgy', '1 zymurgy']));
    expect(await removeAll(100)).toBe(1);
    expect(await words()).toContain('1 zymurgy');
    expect(await words()).not.toContain('0 zymurgy');
    await load('a', 'secret', 'Zymurgy', { premium: true });
    expect(await words()).toContain('0 zymurgy');
  });

  it('stay while an object that has them is being written', async () => {
    const id = (await load('a', 'late', 'Late')).get('a late')!;
    await load('a', 'late', 'Other');
    await harness.whileWriting(id, "title = 'Late'", async () => {
      const portalWord = { portal_id: 1, surface: '', language: '' };
      const met = await removeUnusedWordsAfter(harness.database, portalWord, 100);
      expect(met).toMatchObject({ portal_id: 1, removed: null });
    });
    await removeAll(100);
    expect(await words()).toContain('1 late');
    expect(await words()).not.toContain('1 other');
  });

  it('are removed once a day', async () => {
    const task = new Task(harness.database, silent);
    const result = () =>
      harness.db.one<{ last_result: string }>(sql`
        select last_result from maintenance.schedules where name = 'unused-words'`);
    await load('a', 'late', 'Gone');
    await load('a', 'late', 'Here');
    await task.once();
    expect(await words()).not.toContain('1 gone');
    expect((await result()).last_result).toBe('2 words removed');
    await load('a', 'late', 'There');
    await task.once();
    expect(await words()).toContain('1 here');
    await harness.db.many(sql`
      update maintenance.schedules set next_time = next_time - interval '1 day' where name = 'unused-words'`);
    await task.once();
    expect(await words()).not.toContain('1 here');
  });
});

describe('topics that no object has any more', () => {
  const load = (provider: string, topicsOf: Record<string, string[]>) =>
    harness.seed.load(
      Object.entries(topicsOf).map(([external_id, topics]) => ({
        provider,
        external_id,
        type: 'text' as const,
        title: external_id,
        topics,
      })),
    );
  const topics = (portalId: number) =>
    harness.db.many<{ id: number; name: string; lost: boolean }>(sql`
      select id::int, name, lost_time is not null as lost from learning.topics where portal_id = ${portalId}
       order by name`);
  const names = async (portalId: number) =>
    (await topics(portalId)).map(({ name, lost }) => `${name}${lost ? ' (lost)' : ''}`);
  const removeAll = async (before: Date): Promise<void> => {
    while ((await removeUnusedTopics(harness.database, before, 2)) > 0);
  };
  const soon = () => new Date(Date.now() + 60_000);

  it('are removed a day later, and never those that another object of the portal has', async () => {
    await load('a', { one: ['Data', 'Shared', "it's"], two: ['Shared', 'Own'], three: ['Gone', 'Data'] });
    await load('b', { one: ['Data', 'Gone'] });
    const before = await topics(1);
    await load('a', { one: ['New'], three: [] });
    expect(await names(1)).toEqual([
      'Data (lost)',
      'Gone (lost)',
      'New',
      'Own',
      'Shared (lost)',
      "it's (lost)",
    ]);
    await removeAll(new Date(Date.now() - 86_400_000));
    expect(await names(1)).toHaveLength(6);
    await removeAll(soon());
    expect(await names(1)).toEqual(['New', 'Own', 'Shared']);
    expect(await names(2)).toEqual(['Data', 'Gone']);
    // a topic that was not lost has kept its number
    const after = await topics(1);
    for (const name of ['Own', 'Shared'])
      expect(after.find((one) => one.name === name)?.id).toBe(before.find((one) => one.name === name)!.id);
  });

  it('are kept under the same number while they are lost and found again', async () => {
    const [first] = await (await load('a', { back: ['Back'] }), topics(1));
    expect(first).toMatchObject({ name: 'Back' });
    await harness.db.many(sql`
      update learning.learning_objects set retired_time = now() where external_id = 'back'`);
    await harness.db.many(sql`
      select learning.index_documents(array(select id from learning.learning_objects
       where external_id = 'back'))`);
    expect(await names(1)).toContain('Back (lost)');
    await load('a', { back: ['Back'] });
    await removeAll(soon());
    expect((await topics(1))[0]).toEqual({ ...first, lost: false });
  });

  it('wait for a transaction that is adding them to an object', async () => {
    await load('a', { last: ['Race'] });
    await load('a', { last: [] });
    const id = (await load('a', { taker: ['Other'] })).get('a taker')!;
    const waiting = () =>
      harness.db.many(sql`
        select 1 from ${sql.raw(LOCKS_HERE)} k where locktype = 'advisory' and classid = 7503
           and not granted`);
    let removing: Promise<void> | undefined;
    await harness.whileWriting(id, "topics = '{Race}'", async () => {
      removing = removeAll(soon());
      await eventually('it waits', async () => (await waiting()).length === 1);
    });
    await removing;
    expect(await names(1)).toContain('Race');
    expect(await names(1)).not.toContain('Other');
  });
});

describe('values of facets that no object has any more', () => {
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
