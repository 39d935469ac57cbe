import { openDatabase, sql, type Database } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { decodeValues, codesAt } from './columns.js';
import { updateBitmaps } from './update-bitmaps.js';

const ALL = { documents: 0, frequent: { text: 0, title: 0 } };

describe('updateBitmaps', () => {
  const own = useDatabase();
  let worker: Database;
  let seeds: CatalogueSeed[];
  beforeAll(async () => {
    worker = await openDatabase({ url: own.urls.worker, applicationName: 'test', poolSize: 3 });
    seeds = [
      await CatalogueSeed.open(own.urls.owner, new TestClock()),
      await CatalogueSeed.open(own.urls.owner, new TestClock()),
    ];
    await own.db.many(
      `insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B')`,
    );
    await seeds[0]!.provider('a', 1);
    await seeds[1]!.provider('b', 2);
  });
  afterAll(() => Promise.all([worker.dataSource.destroy(), ...seeds.map((seed) => seed.close())]));

  const record = (provider: string, number: number, round: number) => ({
    provider,
    external_id: `o${number}`,
    type: 'text' as const,
    title: `object ${number} in round ${round}`,
    tags: [`tag ${(number + round) % 5}`],
    premium: (number + round) % 3 > 0,
    pricing: { currency: 'EUR', price: round },
  });
  const write = async (seed: CatalogueSeed, provider: string, rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      await seed.load(Array.from({ length: 8 }, (_, number) => record(provider, number, round)));
      await own.db.many(
        `update learning.search_doc set popularity = popularity + 1 where owner_portal = $1`,
        [provider === 'a' ? 1 : 2],
      );
    }
  };

  /** Documents that are not noted as changed, with what their bitmaps and columns say. */
  async function unlikeTheirBitmaps(): Promise<number[]> {
    const documents = await worker.many<{
      lo_id: number;
      is_right: boolean;
      price: number;
      band: number;
      codes: number[];
    }>(sql`
      select d.lo_id, d.price, learning.popularity_band(d.popularity) as band, d.facet_codes as codes,
             not exists (
               select from learning.search_bitmap_keys k
                 left join learning.search_bitmaps b on b.key = k.key and b.block = d.lo_id / 32000
                where k.key <> ''
                  and (k.key = any(learning.bitmap_keys_of(d))) <> (coalesce(get_bit(b.bits, d.lo_id % 32000), 0) = 1)
             ) as is_right
        from learning.search_doc d
       where d.lo_id not in (select lo_id from learning.search_bitmap_changes)`);
    const columns = new Map(
      (
        await worker.many<{ name: string; data: Buffer }>(
          sql`select name, data from learning.search_columns where block = 0`,
        )
      ).map(({ name, data }) => [name, data]),
    );
    const values = decodeValues(columns.get('values'));
    if (!values) return documents.map(({ lo_id }) => lo_id);
    return documents
      .filter(
        ({ lo_id, is_right, price, band, codes }) =>
          !is_right ||
          values.prices[lo_id] !== price ||
          columns.get('bands')![lo_id] !== band ||
          codes.join() !== codesAt(values, lo_id).join(),
      )
      .map(({ lo_id }) => lo_id);
  }
  const noted = async () => {
    const row = await worker.one<{ n: number }>(
      sql`select count(*)::int as n from learning.search_bitmap_changes`,
    );
    return row!.n;
  };

  it('does without while there are few documents, and forgets what has changed', async () => {
    await write(seeds[0]!, 'a', 1);
    expect(await noted()).toBeGreaterThan(0);
    while (!(await updateBitmaps(worker)).isAll);
    expect(await noted()).toBe(0);
    expect(await worker.many(sql`select 1 from learning.search_bitmap_keys`)).toEqual([]);
  });

  it('knows of every document what it says, or that it has changed, whatever is written meanwhile', async () => {
    let isDone = false;
    const updating = (async () => {
      while (!isDone) {
        await updateBitmaps(worker, ALL);
        expect(await unlikeTheirBitmaps()).toEqual([]);
      }
    })();
    await Promise.all([write(seeds[0]!, 'a', 12), write(seeds[1]!, 'b', 12)]).finally(() => (isDone = true));
    await updating;
    while (!(await updateBitmaps(worker, ALL)).isAll);
    expect(await noted()).toBe(0);
    expect(await unlikeTheirBitmaps()).toEqual([]);
  });

  it('takes a document that is gone out of all bitmaps', async () => {
    await own.db.many(`delete from learning.search_doc where owner_portal = 2`);
    await updateBitmaps(worker, ALL);
    const left = await worker.one<{ bits: number; documents: number }>(sql`
      select (select bit_count(bit_or(bits))::int from learning.search_bitmaps) as bits,
             (select count(*)::int from learning.search_doc) as documents`);
    expect(left!.bits).toBe(left!.documents);
  });

  it('notes nothing for a change that no bitmap shows', async () => {
    await own.db.many(`update learning.search_doc set popularity = 100`);
    await updateBitmaps(worker, ALL);
    await own.db.many(`update learning.search_doc set popularity = popularity + 1`);
    expect(await noted()).toBe(0);
  });

  it('gives bitmaps to what has become frequent once the catalogue has grown', async () => {
    const keyOf = () => own.db.many(`select 1 from learning.search_bitmap_keys where key = 'novelti'`);
    await seeds[0]!.load([{ ...record('a', 1, 1), title: 'Novelties' }]);
    await updateBitmaps(worker, ALL);
    expect(await keyOf()).toHaveLength(0);
    expect(await noted()).toBe(0);
    // smaller when keys were chosen
    await own.db.many(`update learning.search_bitmap_keys set documents = 1 where key = ''`);
    await own.db.many(`analyze learning.search_doc`);
    await updateBitmaps(worker, ALL);
    expect(await keyOf()).toHaveLength(1);
    while (!(await updateBitmaps(worker, ALL)).isAll);
    expect(await unlikeTheirBitmaps()).toEqual([]);
  });

  it('is done by one process at a time', async () => {
    await write(seeds[0]!, 'a', 2);
    const [one, other] = await Promise.all([updateBitmaps(worker, ALL), updateBitmaps(worker, ALL)]);
    expect(Math.min(one.changes, other.changes)).toBe(0);
    expect(Math.max(one.changes, other.changes)).toBeGreaterThan(0);
  });

  it('packs long documents in smaller parts', async () => {
    await write(seeds[0]!, 'a', 1);
    const before = await noted();
    const parts: number[] = [];
    for (let isAll = false; !isAll;) {
      const packed = await updateBitmaps(worker, ALL, { changes: 16_000, bytes: 1 });
      parts.push(packed.changes);
      ({ isAll } = packed);
    }
    expect(parts).toEqual(Array.from({ length: before }, () => 1));
    expect(await unlikeTheirBitmaps()).toEqual([]);
  });

  it.each(['values', 'bands'])('writes damaged %s anew when one of their documents changes', async (name) => {
    await own.db.many(`update learning.search_columns set data = '\\x01' where name = $1`, [name]);
    await own.db.many(`update learning.search_doc set price = price + 1, popularity = popularity * 2 + 1
                        where lo_id = (select min(lo_id) from learning.search_doc)`);
    while (!(await updateBitmaps(worker, ALL)).isAll);
    expect(await unlikeTheirBitmaps()).toEqual([]);
  });
});

describe('updateBitmaps without premium content', () => {
  const own = useDatabase();

  it('has bitmaps of what becomes premium later', async () => {
    const worker = await openDatabase({ url: own.urls.worker, applicationName: 'test', poolSize: 1 });
    const seed = await CatalogueSeed.open(own.urls.owner, new TestClock());
    try {
      await own.db.many(`insert into identity.portals (id, name, title) values (1, 'a.test', 'A')`);
      await seed.provider('a', 1);
      const record = { provider: 'a', external_id: 'one', type: 'text' as const, title: 'One' };
      await seed.load([{ ...record, premium: false }]);
      await updateBitmaps(worker, ALL);
      await seed.load([{ ...record, premium: true }]);
      await updateBitmaps(worker, ALL);
      const row = await worker.one<{ n: number }>(
        sql`select coalesce(sum(bit_count(bits)), 0)::int as n from learning.search_bitmaps where key = '$'`,
      );
      expect(row!.n).toBe(1);
    } finally {
      await Promise.all([worker.dataSource.destroy(), seed.close()]);
    }
  });
});
