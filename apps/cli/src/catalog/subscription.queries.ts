import { sql, type Reader } from '@app/database';

/**
 * The two sides of a subscription.
 * @param portal its name, in any letter case
 * @param audience slug of a content group, or id of a collection
 */
export const findSubscription = (
  reader: Reader,
  portal: string,
  audience: string,
): Promise<{ portalId: number; audienceId: number } | undefined> =>
  reader.one(sql.camelCase`
    select p.id as portal_id, a.id as audience_id from identity.portals p, (
        select id from learning.content_groups where slug = ${audience}
        union all select id from learning.collections where id::text = ${audience}) a
     where p.name = ${portal.toLowerCase()}`);
