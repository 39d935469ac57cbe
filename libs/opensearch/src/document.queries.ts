import { facetNames, currentTimeline } from '@app/catalogue';
import { sql, type Reader, type Statement } from '@app/database';

/** The document of one object for OpenSearch. */
export interface IndexDocument {
  loId: number;
  /** JSON in one line; null if the object has no search document any more. */
  body: string | null;
}

const micros = (column: string): Statement => sql`(extract(epoch from ${sql.raw(column)}) * 1000000)::bigint`;

/**
 * `learning.search_doc d` and the other columns that filters read, as JSON text; null without a document. Based on the
 * same row that Postgres searches, so that both engines match the same objects.
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

/** Bytes of documents that are read and written together; some clusters accept at most 10 MB. */
export const BATCH_BYTES = 8_000_000;

export interface CatalogueMoment {
  /** As in `PortalVisibility`. */
  version: number;
  /** Grows with every transaction: documents read later have the same number or a larger one. */
  snapshot: number;
  /** As in `PortalVisibility`. */
  past: string;
  now: Date;
}

const moment = sql`(select sum(version)::bigint from learning.catalogue_version) as version,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as snapshot,
  ${currentTimeline} as past, now() as now`;

export async function catalogueMoment(reader: Reader): Promise<CatalogueMoment> {
  return (await reader.one<CatalogueMoment>(sql`select ${moment}`))!;
}

export interface PendingChanges extends CatalogueMoment {
  /** The sequence numbers of the changes that these documents contain. */
  seqs: number[];
  documents: IndexDocument[];
  /** Whether no other changes are waiting. */
  isAll: boolean;
}

/**
 * The oldest changes that are not in the index, and the documents as of the same moment, in one statement. Documents
 * are built one by one up to the byte limit, because a thousand large ones do not fit in a process.
 * @param limit changes; fewer if their documents have more than {@link BATCH_BYTES}
 */
export async function pendingChanges(reader: Reader, limit: number): Promise<PendingChanges> {
  const rows = await reader.many<
    CatalogueMoment & { pending: number; seqs: number[] | null; lo_id: number | null; body: string | null }
  >(sql`
    with recursive pending as materialized (
      select seq, lo_id from learning.search_changes order by seq limit ${limit}
    ), changed as materialized (
      select lo_id, array_agg(seq) as seqs, row_number() over (order by min(seq)) as place
        from pending group by lo_id
    ), places as materialized (
      select array_agg(lo_id order by place) as lo_ids from changed
    ), made (place, body, bytes) as (
      select 0, null::text, 0::bigint
      union all
      select m.place + 1, b.body, m.bytes + coalesce(octet_length(b.body), 0)
        from made m cross join places p
        left join learning.search_doc d on d.lo_id = p.lo_ids[m.place + 1],
             lateral (select ${body} as body offset 0) b
       where m.place < cardinality(p.lo_ids) and m.bytes < ${BATCH_BYTES}
    )
    select t.*, (select count(*)::int from pending) as pending, c.seqs, c.lo_id, c.body
      from (select ${moment}) t
      left join (select c.seqs, c.lo_id, m.body from made m join changed c using (place)
                  where m.bytes <= ${BATCH_BYTES} or m.place = 1) c on true`);
  const { version, snapshot, past, now, pending } = rows[0]!;
  const documents = rows.flatMap(({ lo_id: loId, body: text }) =>
    loId === null ? [] : [{ loId, body: text }],
  );
  const seqs = rows.flatMap((row) => row.seqs ?? []);
  const isAll = pending < limit && seqs.length === pending;
  return { version, snapshot, past, now, documents, seqs, isAll };
}

/**
 * The documents after that id, in the order of ids; none: there are no more.
 * @param limit documents; fewer if they have more than {@link BATCH_BYTES}
 */
export async function documentsAfter(
  reader: Reader,
  loId: number,
  limit: number,
): Promise<{ snapshot: number; documents: IndexDocument[] }> {
  const rows = await reader.many<{ snapshot: number; lo_id: number; body: string }>(sql`
    with recursive made (place, lo_id, body, bytes) as (
      select 0, ${loId}::int, null::text, 0::bigint
      union all
      select m.place + 1, d.lo_id, b.body, m.bytes + octet_length(b.body)
        from made m,
             lateral (select * from learning.search_doc where lo_id > m.lo_id order by lo_id limit 1) d,
             lateral (select ${body} as body offset 0) b
       where m.place < ${limit} and m.bytes < ${BATCH_BYTES}
    )
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as snapshot, lo_id, body from made
     where place = 1 or (place > 1 and bytes <= ${BATCH_BYTES}) order by place`);
  return {
    snapshot: rows[0]?.snapshot ?? 0,
    documents: rows.map(({ lo_id, body: text }) => ({ loId: lo_id, body: text })),
  };
}

/** Objects with a licence of the portal for the object itself. @param limit one more is returned if there are more */
export async function licensedObjects(reader: Reader, portalId: number, limit: number): Promise<number[]> {
  return reader.column<number>(sql`
    select lo_id from learning.licences where portal_id = ${portalId} and licenses <> 0 limit ${limit}`);
}

/** The portal's default collection, or none. */
export async function defaultCollection(reader: Reader, portalId: number): Promise<number[]> {
  const row = await reader.one<{ id: number }>(
    sql`select id from learning.collections where portal_id = ${portalId} and slug = 'default'`,
  );
  return row ? [row.id] : [];
}
