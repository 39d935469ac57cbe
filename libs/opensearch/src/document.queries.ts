import { facetNames } from '@app/catalogue';
import { sql, type Reader, type Statement } from '@app/database';

/** The document of one object, as OpenSearch gets it. */
export interface IndexDocument {
  loId: number;
  /** JSON in one line; null when the object is not searched any more. */
  body: string | null;
}

const micros = (column: string): Statement => sql`(extract(epoch from ${sql.raw(column)}) * 1000000)::bigint`;

/**
 * `learning.search_doc d` and what filters read beside it, as JSON text; null without a document. Written from the same
 * row that Postgres searches, so that both engines match the same objects.
 */
const body = sql`case when d.lo_id is not null then (
  select (f.fields || jsonb_build_object('digest', md5(f.fields::text)))::text from (
    select jsonb_build_object(
      'lo_id', d.lo_id, 'owner', d.owner_portal, 'shared', d.shared, 'premium', d.premium, 'published', o.published,
      'audience', d.audience, 'lineage', d.lineage, 'price', d.price, 'duration', d.duration,
      'popularity', d.popularity, 'created', ${micros('d.created_time')}, 'updated', ${micros('d.updated_time')},
      'title_key', d.title_key, 'lexemes', tsvector_to_array(d.doc),
      'facets', (select coalesce(jsonb_object_agg(v.name, v.keys), '{}') from (
         select (${[...facetNames]}::text[])[k.facet] as name, jsonb_agg(k.key order by k.key collate "C") as keys
           from unnest(d.facet_codes) c(code) join learning.facet_values k on k.code = c.code group by 1) v),
      'collections', array(select i.collection_id from learning.collection_items i where i.lo_id = d.lo_id order by 1),
      'groups', array(select i.content_group_id from learning.content_group_items i where i.lo_id = d.lo_id order by 1),
      'events', (select coalesce(jsonb_agg(jsonb_build_object(
           'starts', ${micros('e.starts')}, 'ends', ${micros('e.ends')}, 'country', e.country, 'locality', e.locality,
           'thoroughfare', e.thoroughfare) order by e.starts, e.id), '[]')
         from learning.learning_object_events e where e.lo_id = d.lo_id)) as fields
      from learning.learning_objects o where o.id = d.lo_id) f) end`;

/** The catalogue at one moment. */
export interface CatalogueMoment {
  /** As in `PortalVisibility`. */
  version: number;
  /** Grows with every transaction: what was read later has the same number or a larger one. */
  snapshot: number;
  /** Another one after Postgres went back in time, by a restore or the promotion of a standby. */
  timeline: string;
  now: Date;
}

const moment = sql`(select sum(version)::bigint from learning.catalogue_version) as version,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as snapshot,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, now() as now`;

export async function catalogueMoment(reader: Reader): Promise<CatalogueMoment> {
  return (await reader.one<CatalogueMoment>(sql`select ${moment}`))!;
}

export interface PendingChanges extends CatalogueMoment {
  /** The notes that these documents answer. */
  seqs: number[];
  documents: IndexDocument[];
}

/**
 * The oldest changes that no index has, and the documents as of the same moment, in one statement.
 * @param limit changes; fewer than that: these are all there were
 */
export async function pendingChanges(reader: Reader, limit: number): Promise<PendingChanges> {
  const rows = await reader.many<
    CatalogueMoment & { seqs: number[] | null; lo_id: number | null; body: string | null }
  >(sql`
    with pending as materialized (
      select seq, lo_id from learning.search_changes order by seq limit ${limit}
    ), changed as (
      select lo_id, array_agg(seq) as seqs from pending group by lo_id
    )
    select m.*, c.seqs, c.lo_id, ${body} as body
      from (select ${moment}) m
      left join changed c on true
      left join learning.search_doc d on d.lo_id = c.lo_id`);
  const { version, snapshot, timeline, now } = rows[0]!;
  const documents = rows.flatMap(({ lo_id: loId, body: text }) =>
    loId === null ? [] : [{ loId, body: text }],
  );
  return { version, snapshot, timeline, now, documents, seqs: rows.flatMap(({ seqs }) => seqs ?? []) };
}

/** The documents after that id, in the order of ids. @param limit documents */
export async function documentsAfter(
  reader: Reader,
  loId: number,
  limit: number,
): Promise<{ snapshot: number; documents: IndexDocument[] }> {
  const rows = await reader.many<{ snapshot: number; lo_id: number; body: string }>(sql`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as snapshot, d.lo_id, ${body} as body
      from (select * from learning.search_doc where lo_id > ${loId} order by lo_id limit ${limit}) d
     order by d.lo_id`);
  return {
    snapshot: rows[0]?.snapshot ?? 0,
    documents: rows.map(({ lo_id, body: text }) => ({ loId: lo_id, body: text })),
  };
}

/** The objects that the portal has licences for by themselves. @param limit of them; one more tells that there are more */
export async function licensedObjects(reader: Reader, portalId: number, limit: number): Promise<number[]> {
  const rows = await reader.many<{ lo_id: number }>(sql`
    select lo_id from learning.licences where portal_id = ${portalId} and licenses <> 0 limit ${limit}`);
  return rows.map(({ lo_id }) => lo_id);
}

/** The portal's default collection, or none. */
export async function defaultCollection(reader: Reader, portalId: number): Promise<number[]> {
  const row = await reader.lookup<{ id: number }>(
    sql`select id from learning.collections where portal_id = ${portalId} and slug = 'default'`,
  );
  return row ? [row.id] : [];
}
