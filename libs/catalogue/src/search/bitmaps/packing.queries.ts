import { lockNumber, sql, type Transaction } from '@app/database';
import { quote } from '../keyword.js';
import { BLOCK } from './blocks.js';
import {
  decodeBands,
  decodeValues,
  differs,
  emptyValues,
  encodeValues,
  replaced,
  type PlacedValues,
} from './columns.js';

/** The number of documents from which on bitmaps pay. */
export const WORTH_BITMAPS = 50_000;
/** How many documents in a million something has to be in to get bitmaps; the rarer ones are read one by one. */
export interface Frequent {
  /** A word anywhere, or another lexeme. */
  text: number;
  /** A word in titles, or in titles and tags. */
  title: number;
}
export const FREQUENT: Frequent = { text: 5_000, title: 2_000 };
/** What is chosen again once the catalogue has grown by so much. */
const GROWTH = 1.25;
/** By how much what comes later has to be more frequent: a sample sees what is just at the bound now and then. */
const LATER = 1.5;
/** More new keys than these are in most documents. */
const FEW_KEYS = 50;
/** What is looked at to choose keys, in documents, and in bytes where these are long. */
const SAMPLE = { documents: 20_000, bytes: 40e6 };
/** The key of premium content: searches rely on its bitmaps, however few documents have it. */
export const PREMIUM = '$';

/** @returns false while another process does it */
export async function holdBitmaps(tx: Transaction): Promise<boolean> {
  const row = await tx.one<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber.searchBitmaps}, 0) as held`,
  );
  return row?.held ?? false;
}

/**
 * Chooses what is frequent enough for bitmaps, for the first time or because the catalogue has grown. Documents that have
 * it count as changed, since no bitmap says so yet.
 * @param from number of documents from which on there are bitmaps
 * @returns false if there are too few documents for any
 */
export async function chooseKeys(tx: Transaction, from: number, frequent: Frequent): Promise<boolean> {
  const size = await tx.one<{ documents: number; bytes: number; chosen_at: number | null }>(sql`
    select greatest(reltuples, 0)::int as documents, pg_table_size(oid) as bytes,
           (select documents from learning.search_bitmap_keys where key = '') as chosen_at
      from pg_class where oid = 'learning.search_doc'::regclass`);
  const { documents = 0, bytes = 0, chosen_at = null } = size ?? {};
  if (chosen_at === null && documents < from) return false;
  if (chosen_at !== null && documents < chosen_at * GROWTH) return true;
  const chosen = await tx.many<{ key: string; is_new: boolean }>(sql`
    with counted as materialized (
      select count(*)::int as n from learning.search_doc
    ), part as materialized (
      select learning.bitmap_keys_of(d) as keys from learning.search_doc d tablesample bernoulli (${sampled(documents, bytes)})
    ), found as (
      select key, count(*) * 1e6 / (select count(*) from part) as per_million
        from (select unnest(keys) as key from part) k group by key
    ), chosen as (
      select key, per_million from found
       where per_million >= ${chosen_at === null ? 1 : LATER}::float8
                            * case when key ~ '^[#^]' then ${frequent.title}::int else ${frequent.text}::int end
         and key <> ${PREMIUM}
      union all select ${PREMIUM}, coalesce((select per_million from found where key = ${PREMIUM}), 0)
      union all select '', 1e6
    )
    insert into learning.search_bitmap_keys as k (key, documents)
    select key, per_million * n / 1e6 from chosen, counted
    on conflict (key) do update set documents = excluded.documents
    returning k.key, old.key is null as is_new`);
  const fresh = chosen.filter(({ is_new }) => is_new).map(({ key }) => key);
  if (chosen_at === null || fresh.length > FEW_KEYS || fresh.includes(PREMIUM))
    await tx.run(sql`
    insert into learning.search_bitmap_changes (lo_id) select lo_id from learning.search_doc order by lo_id`);
  else if (fresh.length > 0) await noteDocumentsWith(tx, fresh);
  return true;
}

/** Notes the documents that have one of these keys, each found by an index. */
async function noteDocumentsWith(tx: Transaction, keys: readonly string[]): Promise<void> {
  const ids = (sign: RegExp) => keys.filter((key) => sign.test(key)).map((key) => Number(key.slice(1)));
  const lexemes = keys.filter((key) => !/^[$=@-]/.test(key));
  await tx.run(sql`
    insert into learning.search_bitmap_changes (lo_id)
    select lo_id from learning.search_doc where doc @@ ${lexemes.map(quote).join(' | ')}::tsquery
    union
    select lo_id from learning.search_doc
     where owner_portal = any(${ids(/^[=-]/)}::int[]) and not (shared and premium)
    union
    select lo_id from learning.search_doc where audience && ${ids(/^@/)}::int[] and not premium
     order by 1`);
}

/** Percents of the documents for a sample. @param bytes of all of them */
const sampled = (documents: number, bytes: number): number =>
  Math.min(100, (SAMPLE.documents * 100) / Math.max(documents, 1), (SAMPLE.bytes * 100) / Math.max(bytes, 1));

/** There are too few documents: what has changed is of no interest. */
export async function forgetBitmapChanges(tx: Transaction, most: number): Promise<Packed> {
  const changes = await tx.run(sql`
    delete from learning.search_bitmap_changes
     where ctid = any(array(select ctid from learning.search_bitmap_changes limit ${most}))`);
  return { changes, isAll: changes < most };
}

/** How much is packed in one transaction. */
export interface PackedAtOnce {
  changes: number;
  /** Of their documents together: what packing costs goes by the number of their words. */
  bytes: number;
}

/**
 * Brings the bitmaps up to date for documents that have changed. Who searches meanwhile sees the bitmaps before with these
 * documents as changed, or the new ones without.
 * @param most one change is taken even if its document has more bytes
 */
export async function packChanges(tx: Transaction, most: PackedAtOnce): Promise<Packed> {
  const taken = await tx.one<Taken>(sql`
    with waiting as materialized (
      select c.ctid as id, c.lo_id from learning.search_bitmap_changes c limit ${most.changes + 1}
    ), weighed as (
      select w.id, row_number() over by_id as place, sum(coalesce(pg_column_size(d.doc), 0)) over by_id as bytes
        from waiting w left join learning.search_doc d on d.lo_id = w.lo_id
      window by_id as (order by w.lo_id, w.id)
    ), taken as (
      delete from learning.search_bitmap_changes
       where ctid = any(array(select id from weighed
                               where place = 1 or (place <= ${most.changes}::int and bytes <= ${most.bytes}::bigint)))
      returning lo_id, has_bits, has_values, has_band, lost
    ) select count(*)::int as n, (select count(*)::int from waiting) as waiting,
             coalesce(array_agg(distinct lo_id) filter (where has_bits), '{}') as with_bits,
             coalesce(array_agg(distinct lo_id) filter (where has_values), '{}') as with_values,
             coalesce(array_agg(distinct lo_id) filter (where has_band), '{}') as with_bands,
             (select coalesce(json_agg(json_build_array(l.block, l.key)), '[]') from (
                select distinct t.lo_id / 32000 as block, k.key
                  from taken t cross join lateral unnest(t.lost) u(key)
                  join learning.search_bitmap_keys k on k.key = u.key) l) as lost from taken`);
  if (!taken || taken.n === 0) return { changes: 0, isAll: true };
  // documents are read only now, in statements of their own: whoever changes one after the first has noted it anew
  if (taken.with_bits.length > 0) await packBits(tx, taken.with_bits, taken.lost);
  if (taken.with_values.length > 0) await packValues(tx, taken.with_values);
  if (taken.with_bands.length > 0) await packBands(tx, taken.with_bands);
  return { changes: taken.n, isAll: taken.n === taken.waiting };
}

/** What a transaction has done. */
export interface Packed {
  /** How many changes it has taken. */
  changes: number;
  /** Whether they were all that waited. */
  isAll: boolean;
}

interface Taken {
  /** How many changes. */
  n: number;
  /** How many there were, as far as they were counted. */
  waiting: number;
  /** Documents whose keys may differ. */
  with_bits: number[];
  with_values: number[];
  with_bands: number[];
  /** Keys that some of them had. */
  lost: [block: number, key: string][];
}

/** Only the rows of keys that one of the documents has or has lost can differ. */
const packBits = (tx: Transaction, ids: readonly number[], lost: Taken['lost']): Promise<number> =>
  tx.run(sql`
    with mask as materialized (
      select id / 32000 as block, learning.bits_of(array_agg(id % 32000)) as bits
        from unnest(${ids}::int[]) id group by 1
    ), keyed as materialized (
      select p.block, p.key, learning.bits_of(coalesce(array_agg(p.place) filter (where p.place is not null), '{}')) as bits
        from (select h.* from (
                select d.lo_id / 32000 as block, d.lo_id % 32000 as place, unnest(learning.bitmap_keys_of(d)) as key
                  from learning.search_doc d where d.lo_id = any(${ids}::int[])) h
                join learning.search_bitmap_keys k on k.key = h.key
              union all
              select block, null, key
                from unnest(${lost.map(([block]) => block)}::int[], ${lost.map(([, key]) => key)}::text[]) l(block, key)) p
       group by 1, 2
    )
    insert into learning.search_bitmaps as b (key, block, bits)
    select k.key, k.block, case when c.bits is null then k.bits else (c.bits & ~m.bits) | k.bits end
      from keyed k
      join mask m on m.block = k.block
      left join learning.search_bitmaps c on c.key = k.key and c.block = k.block
     where c.bits is null or (c.bits & m.bits) <> k.bits
    on conflict (key, block) do update set bits = excluded.bits`);

const blockOf = (id: number): number => Math.floor(id / BLOCK);

async function packValues(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const [block, changed] of Map.groupBy(ids, blockOf)) {
    const former = decodeValues(await columnOf(tx, block, 'values'));
    const inside = former ? changed : everyId(block);
    const documents = await tx.many<PlacedValues>(sql`
      select lo_id % 32000 as place, price, duration, facet_codes as codes
        from learning.search_doc where lo_id = any(${inside}::int[])`);
    const at = new Map<number, PlacedValues | undefined>(inside.map((id) => [id % BLOCK, undefined]));
    for (const document of documents) at.set(document.place, document);
    if (!former || differs(former, at))
      await writeColumn(tx, block, 'values', encodeValues(replaced(former ?? emptyValues(), at)));
  }
}

async function packBands(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const [block, changed] of Map.groupBy(ids, blockOf)) {
    const former = decodeBands(await columnOf(tx, block, 'bands'));
    const inside = former ? changed : everyId(block);
    const documents = await tx.many<{ lo_id: number; band: number }>(sql`
      select lo_id, learning.popularity_band(popularity) as band
        from learning.search_doc where lo_id = any(${inside}::int[])`);
    const bands = Buffer.from(former ?? new Uint8Array(BLOCK));
    for (const id of inside) bands[id % BLOCK] = 0;
    for (const { lo_id, band } of documents) bands[lo_id % BLOCK] = band;
    if (!former || !bands.equals(former)) await writeColumn(tx, block, 'bands', bands);
  }
}

/** For a block without a column, or whose column nobody can read. */
const everyId = (block: number): number[] =>
  Array.from({ length: BLOCK }, (_, place) => block * BLOCK + place);

const columnOf = async (
  tx: Transaction,
  block: number,
  name: 'values' | 'bands',
): Promise<Buffer | undefined> =>
  (
    await tx.one<{ data: Buffer }>(
      sql`select data from learning.search_columns where block = ${block} and name = ${name}`,
    )
  )?.data;

const writeColumn = (
  tx: Transaction,
  block: number,
  name: 'values' | 'bands',
  data: Buffer,
): Promise<number> =>
  tx.run(sql`
    insert into learning.search_columns (block, name, data) values (${block}, ${name}, ${data})
    on conflict (block, name) do update set data = excluded.data, version = excluded.version`);
