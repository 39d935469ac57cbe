import { sql, type Reader, type Statement } from '@app/database';
import { limits, type LimitName } from '@app/limits';

/**
 * Limits per portal and by day or hour that are counted in the database; those counted in Redis or in one process are
 * not known here.
 */
const countedByTime: LimitName[] = [
  'accounts_made',
  'clients_made',
  'content_made',
  'labels_made',
  'mails_of_portal',
];

/** The rows that a limit counts, where an index finds them. */
const existingRows = (portalId: number): Partial<Record<LimitName, Statement>> => ({
  collections: sql`select 1 from learning.collections where portal_id = ${portalId}`,
  configuration_keys: sql`
    select jsonb_object_keys(configuration) from identity.portals where id = ${portalId}`,
  content: sql`
    select 1 from learning.learning_objects
     where portal_id = ${portalId} and external_id is null and retired_time is null`,
  content_groups: sql`select 1 from learning.content_groups where portal_id = ${portalId}`,
  custom_fields: sql`select 1 from identity.custom_fields where portal_id = ${portalId}`,
  providers: sql`select 1 from learning.providers where portal_id = ${portalId}`,
  topics: sql`select 1 from learning.topics where portal_id = ${portalId}`,
  webhooks: sql`select 1 from learning.webhooks where portal_id = ${portalId}`,
});

/**
 * The amounts that a portal has used of its limits, if an index can count them. No count exceeds the limit by more than
 * one.
 */
export async function countUsedLimits(reader: Reader, portalId: number): Promise<Map<string, number>> {
  const counts = Object.entries(existingRows(portalId)).map(
    ([name, rows]) => sql`
      select ${name}::text as name, count(*) as used
        from (${rows} limit ${limits[name as LimitName].most + 1}::bigint) there`,
  );
  const rows = await reader.many<{ name: string; used: number }>(sql`
    select limit_name as name, used from maintenance.limits_used(${portalId}, ${countedByTime}::text[])
    union all
    select 'configuration_bytes', octet_length(configuration::text) from identity.portals where id = ${portalId}
    union all ${sql.join(counts, ' union all ')}`);
  return new Map([
    ...countedByTime.map((name) => [name, 0] as const),
    ...rows.map(({ name, used }) => [name, used] as const),
  ]);
}

/** When the current day and hour end, by Postgres' clock, which counts. */
export async function findWindowEnds(reader: Reader): Promise<{ day: Date; hour: Date }> {
  const row = await reader.one<{ day: Date; hour: Date }>(sql`
    select date_bin('1 day', clock_timestamp(), 'epoch') + interval '1 day' as day,
           date_bin('1 hour', clock_timestamp(), 'epoch') + interval '1 hour' as hour`);
  return row!;
}
