import { MAX_BYTES_PER_CHARACTER, MAX_PAGE_DESCRIPTION_BYTES } from '@app/contracts';
import { sql, type Reader, type Statement, type Transaction } from '@app/database';
import type { KeptObject, LearningObject } from './learning-object.schema.js';
import { listColumns, scalarColumns } from './learning-object.fields.js';
import { fitDescriptions, type PageContents } from './page-size.js';
import { firstDescendants } from './structure.queries.js';
import {
  presentLearningObject,
  type LearningObjectRow,
  type PortalLearningObjectRow,
} from './learning-object.presenter.js';
import {
  licensesSql,
  packageSql,
  visibleTo,
  withLicence,
  type PortalVisibility,
  type Viewer,
} from './visibility.queries.js';

/**
 * Content with at least this many bytes certainly has something to display; without a file, HTML or questions it is
 * only a media type. Parsing half a megabyte takes Postgres half a millisecond, for each object of a page and its
 * contents.
 */
const CERTAIN_BYTES = 1_000;

/** The content itself can be large; only players read it. */
export const hasPreview = (lo: Statement): Statement =>
  sql`(case when pg_column_size(${lo}.content) > ${sql.raw(String(CERTAIN_BYTES))} then true
            else ${lo}.content ?| array['url', 'html', 'questions'] end or (${lo}.type = 'link' and ${lo}.url is not null))`;

/** Times as text: they are only presented, and parsing them as dates costs more than all other columns of a row. */
const inUtc = (time: Statement): Statement => sql`(${time} at time zone 'UTC')::text`;

/** The column `description`. */
const whole = sql`o.description`;

/**
 * The column `description`, cut to its share if the descriptions of a page together are too long. Postgres knows the
 * bytes of a long text without reading it, and reads and sends no more than the share. To count characters, it would
 * read the whole text.
 * @param count of the objects on the page
 * @param bytes for all of them
 * @param wholeId the object whose description is never cut
 */
const sharing = (count: number, bytes: number, wholeId: number | null): Statement => sql`
  case when o.id is distinct from ${wholeId}::int and sum(octet_length(o.description)) over () > ${bytes}::bigint
       then left(o.description, ${Math.floor(bytes / MAX_BYTES_PER_CHARACTER / count)}::int)
       else o.description end as description`;

/** The columns that are read as they are stored. */
const plainColumns = sql.raw(
  scalarColumns
    .filter((name) => name !== 'description')
    .map((name) => `o.${name}`)
    .join(', '),
);
const lists = sql.raw(listColumns.map((name) => `'${name}', o.${name}`).join(', '));

const sharedColumns = (description: Statement): Statement => sql`
  o.id, o.portal_id, ${plainColumns},
  ${description}, octet_length(o.description) as description_bytes,
  ${inUtc(sql`o.created_time`)} as created_time, ${inUtc(sql`o.updated_time`)} as updated_time,
  o.provider_id, p.name as provider_name, p.logo as provider_logo,
  ${hasPreview(sql`o`)} as has_preview,
  coalesce(held.items, 0) as items_count,
  case when held.previewable then true
       when held.deeper then exists (
          select 1 from ${firstDescendants(sql`o.id`)} b
           where exists (select 1 from learning.learning_objects c where c.id = b.child_id and ${hasPreview(sql`c`)}))
       else false end as previewable_items,
  json_build_object(
    ${lists}, 'topic_keys', array(
        select (select t.id from learning.topics t where t.portal_id = o.portal_id and t.name = n.name)
          from unnest(o.topics) with ordinality n(name, place) order by n.place),
    'attributes', o.attributes,
    -- most objects have none, and to look for one is a fraction of sorting none
    'events', case when exists (select 1 from learning.learning_object_events e where e.lo_id = o.id)
      then (select json_agg(json_build_object(
        'id', e.id, 'start', extract(epoch from e.starts), 'end', extract(epoch from e.ends),
        'country', e.country, 'locality', e.locality, 'thoroughfare', e.thoroughfare) order by e.starts, e.id)
        from learning.learning_object_events e where e.lo_id = o.id)
      else '[]' end) as lists`;

/**
 * The direct contents of `o`; most courses contain something to preview there, and only the rest are searched
 * more deeply.
 */
const withItems = sql`
  left join lateral (
    select count(*) filter (where c.retired_time is null)::int as items,
           bool_or(c.retired_time is null and ${hasPreview(sql`c`)}) as previewable,
           bool_or(c.type in ('course', 'module', 'award')) as deeper
      from learning.learning_object_items i join learning.learning_objects c on c.id = i.child_id
     where i.parent_id = o.id and o.type in ('course', 'module', 'award')) held on true`;

const portalColumns = (portalId: number, description: Statement): Statement => sql`
  ${sharedColumns(description)}, ${licensesSql(portalId)} as licenses, ${packageSql} as package,
  array(select ci.collection_id from learning.collection_items ci
         where ci.lo_id = o.id and ci.collection_id = any((
           select array(select c.id from learning.collections c where c.portal_id = ${portalId}))::int[])
         order by 1) as collections,
  (select c.id from learning.collections c where c.portal_id = ${portalId} and c.slug = 'default') as default_collection`;

const tables = sql`
  learning.search_doc d
    join learning.learning_objects o on o.id = d.lo_id
    join learning.providers p on p.id = o.provider_id
    ${withItems}`;

interface PageOptions extends PageContents {
  premium?: boolean;
  descriptionBytes?: number;
}

/**
 * Those of `ids` that the viewer sees, in no particular order; `premium` as for {@link visibleTo}. On a standby, whose
 * catalogue may be old, pass a viewer whose rights were read on the primary: the statement does not read them there.
 * @param options.descriptionBytes of all descriptions together; over this limit each is cut to its share, except that of
 * `wholeId`. A single object is never cut
 */
export async function visibleRows<Source extends Reader>(
  reader: Source,
  viewer: Source extends Reader ? Viewer : PortalVisibility,
  ids: readonly number[],
  { premium = true, descriptionBytes = MAX_PAGE_DESCRIPTION_BYTES, ...page }: PageOptions = {},
): Promise<PortalLearningObjectRow[]> {
  if (ids.length === 0) return [];
  const { copies = 1, wholeId = null } = page;
  const description =
    ids.length * copies === 1 ? whole : sharing(ids.length, Math.floor(descriptionBytes / copies), wholeId);
  // a plan for few ids looks so much cheaper than one for any number that Postgres would plan again each time, for 1 ms
  const rows = await reader.many<PortalLearningObjectRow>(sql`
    select ${portalColumns(viewer.portalId, description)} from ${tables} ${withLicence(viewer.portalId)}
     where d.lo_id = any(array(select unnest(${[...ids]}::int[]))) and ${visibleTo(viewer, premium)}`);
  return fitDescriptions(rows, page);
}

/** Those of `ids` that the viewer sees by id. */
export async function visibleIds(reader: Reader, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const rows = await reader.many<{ lo_id: number }>(sql`
    select d.lo_id from learning.search_doc d
     where d.lo_id = any(${[...ids]}::int[]) and ${visibleTo(viewer, true)}`);
  return rows.map((row) => row.lo_id);
}

/** The facts about an object that a call by id needs. */
export interface VisibleLearningObject {
  id: number;
  /** The owner. */
  portal_id: number;
  type: LearningObjectRow['type'];
  title: string;
  price: number;
  premium: boolean;
  assessable: boolean;
  attributes: Record<string, unknown>;
  /** Of the requesting portal: -1 unlimited, 0 none. */
  licenses: number;
}

/** The object if the viewer may see it by id; if undefined, the answer is 404. */
export async function visibleLearningObject(
  reader: Reader,
  viewer: Viewer,
  loId: number,
): Promise<VisibleLearningObject | undefined> {
  return reader.one<VisibleLearningObject>(sql`
    select o.id, o.portal_id, o.type, o.title, o.price, d.premium, o.assessable, o.attributes,
           ${licensesSql(viewer.portalId)} as licenses
      from learning.search_doc d join learning.learning_objects o on o.id = d.lo_id ${withLicence(viewer.portalId)}
     where d.lo_id = ${loId} and ${visibleTo(viewer, true)}`);
}

/**
 * Whether the portal must have a licence first: for SCORM packages of, and enrollment in, priced premium
 * content.
 */
export const licenceRequired = (lo: Pick<VisibleLearningObject, 'price' | 'premium' | 'licenses'>): boolean =>
  lo.premium && lo.price > 0 && lo.licenses === 0;

/** The visible ones of `ids` as answers to the viewer show them, by id. */
export async function learningObjectsByIds(
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
  page: PageContents = {},
): Promise<Map<number, LearningObject>> {
  if (ids.length === 0) return new Map();
  const rows = await visibleRows(reader, viewer, ids, page);
  return new Map(rows.map((row) => [row.id, presentLearningObject(row)]));
}

/** The part of these objects that learners see in their history, including retired and hidden ones. */
export async function keptObjects(reader: Reader, ids: readonly number[]): Promise<Map<number, KeptObject>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many<KeptObject>(sql`
    select o.id, o.type, o.title, json_build_object('id', p.id, 'name', p.name, 'logo', p.logo) as provider
      from learning.learning_objects o join learning.providers p on p.id = o.provider_id
     where o.id = any(${[...ids]}::int[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The portal's own object, with its row locked until the transaction ends. */
export async function lockOwnObjects(
  tx: Transaction,
  portalId: number,
  loId: number,
): Promise<LearningObjectRow | undefined> {
  return tx.one<LearningObjectRow>(sql`
    select ${sharedColumns(whole)} from learning.learning_objects o join learning.providers p on p.id = o.provider_id ${withItems}
     where o.portal_id = ${portalId} and o.id = ${loId} and o.retired_time is null for update of o`);
}

/** Rows as every portal sees them, including retired ones, for events. */
export async function rowsForEvents(reader: Reader, ids: readonly number[]): Promise<LearningObjectRow[]> {
  return reader.many<LearningObjectRow>(sql`
    select ${sharedColumns(whole)} from learning.learning_objects o join learning.providers p on p.id = o.provider_id ${withItems}
     where o.id = any(${[...ids]}::int[]) order by o.id`);
}
