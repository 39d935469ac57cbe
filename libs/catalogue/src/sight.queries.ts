import { sql, type Reader, type Statement } from '@app/database';

/** What a portal may look at: read per request, so that an ended subscription counts at once. */
export interface Sight {
  portalId: number;
  /** Content groups and collections that show the portal their content, its own included. */
  audience: number[];
  /** Those of them that come with licences. */
  licensed: number[];
}

/** The sight of a portal, as of this moment. */
export async function portalSight(reader: Reader, portalId: number): Promise<Sight> {
  const rows = await reader.many<{ audience_id: number; licensed: boolean }>(sql`
    select audience_id, licenses <> 0 as licensed from learning.subscriptions where portal_id = ${portalId}
    union all select id, false from learning.collections where portal_id = ${portalId}
    union all select id, false from learning.content_groups where portal_id = ${portalId}`);
  const audience = rows.map((row) => row.audience_id);
  return {
    portalId,
    audience: [...new Set(audience)].sort((one, other) => one - other),
    licensed: rows.filter((row) => row.licensed).map((row) => row.audience_id),
  };
}

/**
 * The one rule of who sees what (wire contract 4, "Which LOs a portal sees"), over `learning.search_doc d`:
 * its own; what the collections and content groups it subscribes to hold; premium content where `premium` says
 * so (always in calls by id, in searches when asked for).
 */
export function visibleTo(sight: Sight, premium: boolean): Statement {
  const market = premium ? sql`d.premium or` : sql.empty;
  return sql`(d.owner_portal = ${sight.portalId} or (d.shared and (${market} d.audience && ${sight.audience}::int[])))`;
}

/** How many licences the portal has for `learning.search_doc d`: -1 unlimited, 0 none. */
export function licensesOf(portalId: number): Statement {
  return sql`case when d.owner_portal = ${portalId} then -1 else coalesce((
    select case when min(l.licenses) = -1 then -1 else max(l.licenses) end from (${grants(portalId)}) l), 0) end`;
}

/** The name under which the portal was given its licences, of the most generous ones. */
export function packageOf(portalId: number): Statement {
  return sql`case when d.owner_portal = ${portalId} then null else (
    select l.package from (${grants(portalId)}) l order by l.licenses = -1 desc, l.licenses desc, l.package limit 1) end`;
}

const grants = (portalId: number): Statement => sql`
  select s.licenses, s.package from learning.subscriptions s
   where s.portal_id = ${portalId} and s.audience_id = any(d.audience)
  union all
  select l.licenses, l.package from learning.licences l
   where l.portal_id = ${portalId} and l.lo_id = any(d.lineage)`;

/** Every portal that sees `learning.search_doc d` by id: who hears of its changes. */
export async function portalsThatSee(
  reader: Reader,
  loIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await reader.many<{ lo_id: number; portals: number[] }>(sql`
    select d.lo_id, array(
             select p.id from identity.portals p
              where p.id = d.owner_portal or (d.shared and d.premium)
                 or (d.shared and exists (select 1 from learning.subscriptions s
                                           where s.portal_id = p.id and s.audience_id = any(d.audience)))
                 or (d.shared and exists (select 1 from learning.collections c
                                           where c.portal_id = p.id and c.id = any(d.audience)))
                 or (d.shared and exists (select 1 from learning.content_groups g
                                           where g.portal_id = p.id and g.id = any(d.audience)))
              order by p.id) as portals
      from learning.search_doc d where d.lo_id = any(${[...loIds]}::int[])`);
  return new Map(rows.map((row) => [row.lo_id, row.portals]));
}
