import { lockNumber, sql, type Reader, type Transaction } from '@app/database';
import { addToCount, enforceLimit } from '@app/limits';
import { allFields, columns, type ColumnName } from '../learning-object.fields.js';
import type { ImportNode } from './flatten.js';

export interface ProviderRow {
  id: number;
  portal_id: number;
  slug: string;
}

export const providersBySlug = (reader: Reader, slugs: readonly string[]): Promise<ProviderRow[]> =>
  reader.many<ProviderRow>(
    sql`select id, portal_id, slug from learning.providers where slug = any(${[...slugs]}::text[])`,
  );

export const groupsBySlug = (
  reader: Reader,
  slugs: readonly string[],
): Promise<{ id: number; portal_id: number; slug: string }[]> =>
  reader.many(
    sql`select id, portal_id, slug from learning.content_groups where slug = any(${[...slugs]}::text[])`,
  );

export interface ExistingObject {
  id: number;
  provider_id: number;
  external_id: string;
  embedded: boolean;
  digest: string | null;
  retired: boolean;
}

/** The objects that are already in the catalogue under these keys, including retired ones. */
export const findExisting = (
  reader: Reader,
  keys: readonly { provider_id: number; external_id: string }[],
): Promise<ExistingObject[]> =>
  reader.many<ExistingObject>(sql`
    select o.id, o.provider_id, o.external_id, o.embedded, encode(o.import_digest, 'hex') as digest,
           o.retired_time is not null as retired
      from unnest(${keys.map((key) => key.provider_id)}::int[], ${keys.map((key) => key.external_id)}::text[])
             as k(provider_id, external_id)
      join learning.learning_objects o on o.provider_id = k.provider_id and o.external_id = k.external_id`);

/** Prevents two imports of one provider from writing the same objects in parallel. */
export const lockProviders = (tx: Transaction, providerIds: readonly number[]): Promise<unknown> =>
  tx.many(sql`
    select pg_advisory_xact_lock(${lockNumber.catalogueImport}, id)
      from (select id from unnest(${[...providerIds]}::int[]) id order by id) p`);

/** The list of columns, each written so. */
const columnList = (write: (name: ColumnName) => string) => sql.raw(columns.map(write).join(', '));

/** Inserts or updates the objects; unchanged ones stay untouched. @returns the ids that were written */
export async function upsertObjects(
  tx: Transaction,
  nodes: readonly ImportNode[],
  now: Date,
): Promise<number[]> {
  return tx.column<number>(sql`
    insert into learning.learning_objects as o
      (portal_id, provider_id, external_id, embedded, ${columnList((name) => name)},
       content, import_digest, created_time, updated_time)
    select n.portal_id, n.provider_id, n.external_id, n.embedded, ${columnList((name) => `n.${name}`)},
           n.content, decode(n.digest, 'hex'), ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) as n(
             portal_id int, provider_id int, external_id text, embedded boolean,
             ${columnList((name) => `${name} ${allFields[name].column}`)}, content jsonb, digest text)
    on conflict (provider_id, external_id) do update set
      embedded = excluded.embedded, ${columnList((name) => `${name} = excluded.${name}`)},
      content = excluded.content, import_digest = excluded.import_digest, updated_time = excluded.updated_time,
      retired_time = null
     where o.import_digest is distinct from excluded.import_digest or o.retired_time is not null
    returning o.id`);
}

/** The contents of an object, in order. */
export interface ContainedItem {
  parent_id: number;
  child_id: number;
  position: number;
  required: boolean;
}

/**
 * Makes `items` the complete contents of these objects. Embedded objects that are no longer in anything are retired.
 * @returns their ids, those of added and removed items, and those of objects that contain more than before
 */
export async function replaceItems(
  tx: Transaction,
  parents: readonly number[],
  items: readonly ContainedItem[],
  now: Date,
): Promise<{ touched: number[]; retired: number[]; grown: number[] }> {
  const touched = await tx.many<{ id: number; grown: number | null }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as w(parent_id int, child_id int, position int, required boolean)
    ), gone as (
      delete from learning.learning_object_items i
       where i.parent_id = any(${[...parents]}::int[])
         and not exists (select 1 from wanted w where w.parent_id = i.parent_id and w.child_id = i.child_id)
      returning i.child_id
    ), written as (
      insert into learning.learning_object_items as i (parent_id, child_id, position, required)
      select parent_id, child_id, position, required from wanted
      on conflict (parent_id, child_id) do update set position = excluded.position, required = excluded.required
       where (i.position, i.required) is distinct from (excluded.position, excluded.required)
      returning i.child_id, i.parent_id, i.xmax = 0 as is_new
    )
    select child_id as id, null::int as grown from gone
    union select child_id, case when is_new then parent_id end from written`);
  const ids = [...new Set(touched.map((row) => row.id))];
  const grown = [...new Set(touched.flatMap((row) => row.grown ?? []))];
  return { touched: ids, retired: await retireOrphans(tx, ids, now), grown };
}

/** @returns those of `ids` that were not retired yet */
export async function retireObjects(tx: Transaction, ids: readonly number[], now: Date): Promise<number[]> {
  return tx.column<number>(sql`
    update learning.learning_objects set retired_time = ${now}, updated_time = ${now}
     where id = any(${[...ids]}::int[]) and retired_time is null returning id`);
}

/**
 * Retires those of `ids` that were created inside a container and are in none now, and their contents in turn.
 */
export async function retireOrphans(tx: Transaction, ids: readonly number[], now: Date): Promise<number[]> {
  const retired: number[] = [];
  let candidates = [...ids];
  while (candidates.length > 0) {
    const rows = await tx.many<{ id: number }>(sql`
      update learning.learning_objects o set retired_time = ${now}, updated_time = ${now}
       where o.id = any(${candidates}::int[]) and o.embedded and o.retired_time is null
         and not exists (select 1 from learning.learning_object_items i
                           join learning.learning_objects h on h.id = i.parent_id and h.retired_time is null
                          where i.child_id = o.id)
      returning o.id`);
    const orphans = rows.map((row) => row.id);
    retired.push(...orphans);
    candidates = await listChildren(tx, orphans);
  }
  return retired;
}

export async function listChildren(reader: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  return reader.column<number>(sql`
    select distinct child_id as id from learning.learning_object_items where parent_id = any(${[...ids]}::int[])`);
}

/** An object that contains others. */
export interface Container {
  id: number;
  external_id: string | null;
  retired: boolean;
  /** Whether it is one of the requested objects, or contains one of them. */
  is_above: boolean;
  /** The number of objects in it that are not retired. */
  item_count: number;
  /** The objects in it that may contain others. */
  containers: number[];
}

/** These objects, all their containers, and all containers within any of these; only objects with contents. */
export const containersAround = (reader: Reader, ids: readonly number[]): Promise<Container[]> =>
  reader.many<Container>(sql`
    with recursive above(id) as (
      select unnest(${[...ids]}::int[])
      union select i.parent_id from above a join learning.learning_object_items i on i.child_id = a.id
    ), around(id) as (
      select id from above
      union select i.child_id from around a join learning.learning_object_items i on i.parent_id = a.id
    )
    select o.id, o.external_id, o.retired_time is not null as retired,
           o.id in (select id from above) as is_above, h.item_count, h.containers
      from around a join learning.learning_objects o on o.id = a.id
     cross join lateral (
       select count(*) filter (where c.retired_time is null)::int as item_count,
              coalesce(array_agg(c.id) filter (where c.type in ('course', 'module', 'award')), '{}') as containers
         from learning.learning_object_items i join learning.learning_objects c on c.id = i.child_id
        where i.parent_id = a.id having count(*) > 0) h`);

export interface ImportedEvent {
  lo_id: number;
  start: string;
  end: string;
  country: string;
  locality: string | null;
  thoroughfare: string | null;
}

/** Makes `events` the complete dates of these objects; a date that stays keeps its id. */
export const replaceEvents = (
  tx: Transaction,
  ids: readonly number[],
  events: readonly ImportedEvent[],
): Promise<number> =>
  tx.run(sql`
    with wanted as (
      select distinct * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as w(lo_id int, "start" timestamptz, "end" timestamptz, country text, locality text, thoroughfare text)
    ), gone as (
      delete from learning.learning_object_events e
       where e.lo_id = any(${[...ids]}::int[]) and not exists (
         select 1 from wanted w
          where (w.lo_id, w.start, w.end, w.country) = (e.lo_id, e.starts, e.ends, e.country)
            and (w.locality, w.thoroughfare) is not distinct from (e.locality, e.thoroughfare))
    )
    insert into learning.learning_object_events (lo_id, starts, ends, country, locality, thoroughfare)
    select w.lo_id, w.start, w.end, w.country, w.locality, w.thoroughfare from wanted w
     where not exists (
       select 1 from learning.learning_object_events e
        where (w.lo_id, w.start, w.end, w.country) = (e.lo_id, e.starts, e.ends, e.country)
          and (w.locality, w.thoroughfare) is not distinct from (e.locality, e.thoroughfare))
     order by w.lo_id, w.start`);

/** Makes `members` the complete content groups of these objects. */
export const replaceGroups = (
  tx: Transaction,
  ids: readonly number[],
  members: readonly { lo_id: number; content_group_id: number }[],
): Promise<number> =>
  tx.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as w(lo_id int, content_group_id int)
    ), gone as (
      delete from learning.content_group_items g
       where g.lo_id = any(${[...ids]}::int[]) and not exists (
         select 1 from wanted w where w.lo_id = g.lo_id and w.content_group_id = g.content_group_id)
    )
    insert into learning.content_group_items (content_group_id, lo_id)
    select content_group_id, lo_id from wanted on conflict do nothing`);

/** The labels and languages that were new with some documents. */
interface NewFacetValues {
  labels: [portalId: number, made: number][];
  /** Portals with a language that no document had before. */
  speaking: number[];
  /** Portals with a topic that they did not have before. */
  grown: number[];
}

/**
 * Writes the search documents of these objects and everything they contain, and gives new topics their numbers; see
 * the migrations `search-documents` and `topics`.
 * @throws LimitReached when a portal would have too many topics or languages, or has made too many labels today
 */
export async function indexDocuments(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const written = [...new Set(ids)];
  const row = await tx.one<NewFacetValues>(sql`
    select l.labels, l.speaking, w.grown
      -- labels and languages first: afterwards none is new
      from (select coalesce(json_agg(json_build_array(portal_id, made) order by portal_id), '[]') as labels,
                   array(select distinct o.portal_id from learning.learning_objects o
                          where o.id = any(${written}::int[]) and o.retired_time is null
                            and (select 1 from learning.facet_values k where k.facet = 2 and k.key = o.language) is null
                          order by 1) as speaking
              from learning.new_labels(${written}::int[]) offset 0) l
     cross join lateral (
        select learning.index_objects(${written}::int[]) as grown where l.labels is not null offset 0) w`);
  for (const [portalId, madeToday] of row?.labels ?? [])
    await addToCount(tx, 'labels_made', portalId, madeToday);
  for (const portalId of row?.speaking ?? [])
    await enforceLimit(
      tx,
      'languages',
      portalId,
      sql`select distinct language from learning.learning_objects where portal_id = ${portalId} and retired_time is null`,
      0,
    );
  for (const portalId of row?.grown ?? [])
    await enforceLimit(
      tx,
      'topics',
      portalId,
      sql`select 1 from learning.topics where portal_id = ${portalId}`,
      0,
    );
}
