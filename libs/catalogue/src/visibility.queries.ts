import type { SeesDrafts } from '@app/contracts';
import { sql, type Reader, type Statement } from '@app/database';
import { currentTimeline } from './search/search-index.queries.js';

/**
 * The rights of a portal to see objects: read for each request, so that ending a subscription takes effect immediately.
 */
export interface PortalVisibility {
  portalId: number;
  /** Whether the viewer sees drafts: objects that are not published, or are only in objects that are not. */
  seesDrafts: SeesDrafts;
  /** Content groups and collections that show the portal their content, its own included. */
  audience: number[];
  /** The members of `audience` that include licences. */
  licensed: number[];
  /** Read in the same statement as the rights. */
  catalogue: CatalogueState;
}

/** The versions of the catalogue, by which results are cached, and the state that its search index must have. */
export interface CatalogueState {
  /** Changes whenever the result of any search may change. */
  version: number;
  /** Changes whenever values of facets are removed. */
  facetsRemoved: number;
  /** Changes whenever the words that keywords are read from, or their languages, change: less often than `version`. */
  words: number;
  /** The {@link currentTimeline} in which the search index must have been begun; null without a search index. */
  past: string | null;
  /** The steps of the index's writer that the index may contain. */
  shownSteps: string[];
  /** The primary shards of the index, or of the one that is being built; 1 without one. */
  shards: number;
}

/** The viewer; without an audience the statement reads the portal's itself, which saves a round trip to Postgres. */
export type Viewer = Pick<PortalVisibility, 'portalId' | 'seesDrafts'> &
  Partial<Pick<PortalVisibility, 'audience'>>;

const audienceSql = (portalId: number): Statement => sql`array(
  select audience_id from learning.subscriptions where portal_id = ${portalId}::int
  union select id from learning.collections where portal_id = ${portalId}::int
  union select id from learning.content_groups where portal_id = ${portalId}::int order by 1)`;

/** Reads the rights of a viewer in a portal. */
export async function portalVisibility(
  reader: Reader,
  { portalId, seesDrafts }: Viewer,
): Promise<PortalVisibility> {
  const row = await reader.one<
    Pick<PortalVisibility, 'audience' | 'licensed'> & CatalogueState
  >(sql.camelCase`
    select ${audienceSql(portalId)} as audience,
           array(
             select audience_id from learning.subscriptions
              where portal_id = ${portalId}::int and licenses <> 0 order by 1) as licensed,
           v.version, v.facets_removed, v.words + v.facets_removed as words,
           case when exists (select from learning.search_index) then ${currentTimeline} end as past,
           coalesce((select shown_steps from learning.search_index), '{}') as shown_steps,
           coalesce((select shards from learning.search_index), 1) as shards
      from (select sum(version)::bigint as version, sum(words)::bigint as words,
                   max(version) filter (where shard = 16) as facets_removed
              from learning.catalogue_version) v`);
  const { audience, licensed, ...catalogue } = row!;
  return { portalId, seesDrafts, audience, licensed, catalogue };
}

/** The conditions that decide who sees an object, and how to combine them. */
export interface VisibilityTerms<T> {
  /** Published, on its own or in something that is. */
  shared: T;
  premium: T;
  /** The portal's own. */
  owned: T;
  /** In a content group or collection of the portal's audience. */
  inAudience: T;
  and(one: T, other: T): T;
  or(one: T, other: T): T;
}

/**
 * The only rule for who sees what (contract 4.1). A portal sees its own objects, and the contents of collections and
 * content groups it subscribes to. It sees premium content if `premium` is true (always in calls by id, in searches on
 * request). Of the portal's own objects, learners see published ones.
 */
export function visibilityCondition<T>(
  is: VisibilityTerms<T>,
  { seesDrafts }: Pick<Viewer, 'seesDrafts'>,
  premium: boolean,
): T {
  const byOthers = premium ? is.or(is.premium, is.inAudience) : is.inAudience;
  const all = is.or(is.owned, is.and(is.shared, byOthers));
  return seesDrafts ? all : is.and(is.shared, all);
}

/** {@link visibilityCondition}, over `learning.search_doc d`. */
export function visibleTo(viewer: Viewer, premium: boolean): Statement {
  const audience = viewer.audience
    ? sql`${viewer.audience}::int[]`
    : sql`(select ${audienceSql(viewer.portalId)})`;
  return visibilityCondition<Statement>(
    {
      shared: sql`d.shared`,
      premium: sql`d.premium`,
      owned: sql`d.owner_portal = ${viewer.portalId}`,
      inAudience: sql`d.audience && ${audience}`,
      and: (one, other) => sql`(${one} and ${other})`,
      or: (one, other) => sql`(${one} or ${other})`,
    },
    viewer,
    premium,
  );
}

/**
 * Joins `learning.search_doc d` with the portal's most generous licence for it, if any; see {@link licensesSql} and
 * {@link packageSql}.
 */
export const withLicence = (portalId: number): Statement => sql`
  left join lateral (
    select l.licenses, l.package from (${grants(portalId)}) l where d.owner_portal <> ${portalId}
     order by l.licenses = -1 desc, l.licenses desc, l.package limit 1) licence on true`;

/** How many licences the portal has: -1 unlimited, 0 none. */
export const licensesSql = (portalId: number): Statement =>
  sql`case when d.owner_portal = ${portalId} then -1 else coalesce(licence.licenses, 0) end`;

/** The name of the package that the portal's licences belong to. */
export const packageSql = sql`licence.package`;

const grants = (portalId: number): Statement => sql`
  select s.licenses, s.package from learning.subscriptions s
   where s.portal_id = ${portalId} and s.audience_id = any(d.audience)
  union all
  select l.licenses, l.package from learning.licences l
   where l.portal_id = ${portalId} and l.lo_id = any(d.lineage)`;

/** The columns that determine who sees an object. */
export interface ObjectVisibility {
  owner_portal: number;
  shared: boolean;
  premium: boolean;
  audience: number[];
}

/**
 * Whether a portal sees an object by id: {@link visibleTo} for many portals at once. Both are SQL expressions:
 * `portal` an id, `object` an alias with the columns of {@link ObjectVisibility}, such as `learning.search_doc d`.
 */
export function visibleToPortal(portal: Statement, object: Statement): Statement {
  return sql`(${portal} = ${object}.owner_portal or (${object}.shared and (${object}.premium
    or exists (select 1 from learning.subscriptions s
                where s.portal_id = ${portal} and s.audience_id = any(${object}.audience))
    or exists (select 1 from learning.collections c
                where c.portal_id = ${portal} and c.id = any(${object}.audience))
    or exists (select 1 from learning.content_groups g
                where g.portal_id = ${portal} and g.id = any(${object}.audience)))))`;
}

/** The columns that determine who sees these objects; retired and unknown ones are skipped, because no portal sees them. */
export async function objectVisibilities(
  reader: Reader,
  loIds: readonly number[],
): Promise<Map<number, ObjectVisibility>> {
  const rows = await reader.many<ObjectVisibility & { lo_id: number }>(sql`
    select lo_id, owner_portal, shared, premium, audience from learning.search_doc
     where lo_id = any(${[...loIds]}::int[])`);
  return new Map(rows.map(({ lo_id, ...object }) => [lo_id, object]));
}
