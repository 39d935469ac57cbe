import { sql, type Reader, type Statement } from '@app/database';

/** What a portal may see: read for each request, so that the end of a subscription takes effect at once. */
export interface PortalVisibility {
  portalId: number;
  /** Whether who looks sees drafts: objects that are not published, or stand in nothing that is. */
  seesDrafts: boolean;
  /** Content groups and collections that show the portal their content, its own included. */
  audience: number[];
  /** Those of them that come with licences. */
  licensed: number[];
  /** Changes whenever the result of any search may change. */
  version: number;
}

/** The viewer; without an audience the statement itself reads the portal's, which saves a round trip to Postgres. */
export type Viewer = Pick<PortalVisibility, 'portalId' | 'seesDrafts'> &
  Partial<Pick<PortalVisibility, 'audience'>>;

const audienceOf = (portalId: number): Statement => sql`array(
  select audience_id from learning.subscriptions where portal_id = ${portalId}
  union select id from learning.collections where portal_id = ${portalId}
  union select id from learning.content_groups where portal_id = ${portalId} order by 1)`;

/** What somebody of a portal may see at this moment. */
export async function portalVisibility(
  reader: Reader,
  { portalId, seesDrafts }: Viewer,
): Promise<PortalVisibility> {
  const row = await reader.lookup<Omit<PortalVisibility, 'portalId'>>(sql`
    select ${audienceOf(portalId)} as audience,
           array(
             select audience_id from learning.subscriptions
              where portal_id = ${portalId} and licenses <> 0 order by 1) as licensed,
           (select sum(version)::bigint from learning.catalogue_version) as version`);
  return {
    portalId,
    seesDrafts,
    audience: row?.audience ?? [],
    licensed: row?.licensed ?? [],
    version: row?.version ?? 0,
  };
}

/**
 * The one rule about who sees what (wire contract 4, "Which LOs a portal sees"), over `learning.search_doc d`: its
 * own; what the collections and content groups it subscribes to hold; premium content where `premium` says so (always
 * in calls by id, in searches when asked for). Of its own, learners see what is published.
 */
export function visibleTo(viewer: Viewer, premium: boolean): Statement {
  const market = premium ? sql`d.premium or` : sql.empty;
  const audience = viewer.audience
    ? sql`${viewer.audience}::int[]`
    : sql`(select ${audienceOf(viewer.portalId)})`;
  const drafts = viewer.seesDrafts ? sql.empty : sql`d.shared and`;
  return sql`(${drafts} (d.owner_portal = ${viewer.portalId} or (d.shared and (${market} d.audience && ${audience}))))`;
}

/**
 * Joins `learning.search_doc d` with the portal's most generous licence for it, if any; see {@link licensesOf} and
 * {@link packageOf}.
 */
export const withLicence = (portalId: number): Statement => sql`
  left join lateral (
    select l.licenses, l.package from (${grants(portalId)}) l where d.owner_portal <> ${portalId}
     order by l.licenses = -1 desc, l.licenses desc, l.package limit 1) licence on true`;

/** How many licences the portal has: -1 unlimited, 0 none. */
export const licensesOf = (portalId: number): Statement =>
  sql`case when d.owner_portal = ${portalId} then -1 else coalesce(licence.licenses, 0) end`;

/** The name of the package under which the portal got them. */
export const packageOf = sql`licence.package`;

const grants = (portalId: number): Statement => sql`
  select s.licenses, s.package from learning.subscriptions s
   where s.portal_id = ${portalId} and s.audience_id = any(d.audience)
  union all
  select l.licenses, l.package from learning.licences l
   where l.portal_id = ${portalId} and l.lo_id = any(d.lineage)`;

/** What decides who sees an object. */
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
export function seenBy(portal: Statement, object: Statement): Statement {
  return sql`(${portal} = ${object}.owner_portal or (${object}.shared and (${object}.premium
    or exists (select 1 from learning.subscriptions s
                where s.portal_id = ${portal} and s.audience_id = any(${object}.audience))
    or exists (select 1 from learning.collections c
                where c.portal_id = ${portal} and c.id = any(${object}.audience))
    or exists (select 1 from learning.content_groups g
                where g.portal_id = ${portal} and g.id = any(${object}.audience)))))`;
}

/** What decides who sees these objects; retired and unknown ones are visible to nobody and left out. */
export async function objectVisibilities(
  reader: Reader,
  loIds: readonly number[],
): Promise<Map<number, ObjectVisibility>> {
  const rows = await reader.many<ObjectVisibility & { lo_id: number }>(sql`
    select lo_id, owner_portal, shared, premium, audience from learning.search_doc
     where lo_id = any(${[...loIds]}::int[])`);
  return new Map(rows.map(({ lo_id, ...object }) => [lo_id, object]));
}

/** Every portal that sees such an object, including its owner; none without a visibility. */
export async function portalsThatSee(
  reader: Reader,
  object: ObjectVisibility | undefined,
): Promise<number[]> {
  if (!object) return [];
  const rows = await reader.many<{ id: number }>(sql`
    select p.id from identity.portals p,
           (select ${object.owner_portal}::int as owner_portal, ${object.shared}::boolean as shared,
                   ${object.premium}::boolean as premium, ${object.audience}::int[] as audience) r
     where ${seenBy(sql`p.id`, sql`r`)} order by p.id`);
  return rows.map((row) => row.id);
}
