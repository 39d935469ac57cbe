import { sql, type Database } from '@app/database';
import { chooseShard } from '@app/events';

export async function turnOnFeatures(owner: Database, portalId: number): Promise<void> {
  await owner.write((tx) =>
    tx.run(
      sql`update identity.portals set features = '{premium_content,webhooks}' where id = ${portalId}::int`,
    ),
  );
}

/** Plants words that begin alike, unless they are there from an earlier run. */
export async function plantWords(owner: Database, count: number): Promise<void> {
  await owner.write((tx) =>
    tx.run(sql`
      insert into learning.search_word (portal_id, surface, language, lexeme)
      select 0, w, 'en', w from (select 'transfre' || substr(md5(n::text), 1, 8) as w
                                from generate_series(1, ${count}::int) n) planted
      on conflict do nothing`),
  );
  await owner.many(sql`vacuum analyze learning.search_word`.unprepared());
}

/** Adds people to a portal, so that an export of them is long. */
export async function plantPeople(owner: Database, portalId: number, count: number): Promise<void> {
  await owner.write((tx) =>
    tx.run(sql`
      with planted as (
        insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
        select 'planted-' || n || '@portal-' || ${portalId}::int || '.example', repeat('x', 100), repeat('y', 100),
               now(), 'operator'
          from generate_series(1, ${count}::int) n
        returning id, first_name, last_name
      )
      insert into identity.accounts (portal_id, person_id, first_name, last_name, accepted_at)
      select ${portalId}::int, id, first_name, last_name, now() from planted`),
  );
}

/** Stores an event as it was before its description was shortened. */
export async function storeLongEvent(
  owner: Database,
  event: { portalId: number; objectId: number; bytes: number },
): Promise<void> {
  const { portalId, objectId, bytes } = event;
  await owner.write((tx) =>
    tx.run(sql`
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data)
      values (${chooseShard('lo', objectId)}, ${portalId}, 'lo.update', 'lo', ${objectId},
              '{"id":' || ${objectId}::int || ',"description":"' || repeat('x', ${bytes}::int) || '"}')`),
  );
}
