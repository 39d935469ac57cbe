import { Database, sql, type Transaction } from '@app/database';

export interface DueLink {
  id: number;
  portalId: number;
  /** Null: the object is no longer a link. */
  url: string | null;
  tries: number;
}

/**
 * Takes the longest-due link from each of the next portals, in the order of their ids. If this process dies, the
 * link is due again after five minutes. However many links are waiting, one row per portal is read.
 * Reads the portals whose ids are greater than `after` and at most `upTo`.
 * @param options.without ids of portals to skip
 */
export function claimLinkTurn(
  database: Database,
  { after, upTo, without }: { after: number; upTo: number; without: number[] },
  limit: number,
): Promise<DueLink[]> {
  return database.many<DueLink>(sql.camelCase`
    with recursive portals as (
      (select portal_id from learning.link_pages where portal_id > ${after} order by portal_id limit 1)
      union all
      select (select l.portal_id from learning.link_pages l where l.portal_id > p.portal_id order by l.portal_id limit 1)
        from portals p where p.portal_id <= ${upTo}),
    due as materialized (
      select l.lo_id
        from portals p cross join lateral (
          select lo_id from learning.link_pages
           where portal_id = p.portal_id and next_try <= now() order by next_try limit 1) l
       where p.portal_id <= ${upTo} and p.portal_id <> all(${without}::int[])
       limit ${limit})
    update learning.link_pages l set tries = l.tries + 1, next_try = now() + interval '5 minutes'
      from due left join learning.learning_objects o on o.id = due.lo_id
     where l.lo_id = due.lo_id and l.next_try <= now()
    returning l.lo_id as id, l.portal_id, o.url, l.tries`);
}

export async function removeLinkPage(tx: Transaction, id: number): Promise<void> {
  await tx.run(sql`delete from learning.link_pages where lo_id = ${id}`);
}

export async function abandonLinkPage(database: Database, id: number): Promise<void> {
  await database.write((tx) => removeLinkPage(tx, id));
}

export async function postponeLinkPage(database: Database, id: number, inSeconds: number): Promise<void> {
  await database.many(sql`
    update learning.link_pages set next_try = now() + ${inSeconds}::int * interval '1 second' where lo_id = ${id}`);
}
