import { Database, sql } from '@app/database';

/** Tables with daily partitions that the worker manages. */
const TABLES = ['learning.outbox', 'learning.webhook_deliveries', 'learning.webhook_attempts'] as const;

/** @param days how many, starting with yesterday */
export async function makeEventPartitions(database: Database, days: number): Promise<void> {
  await database.many(sql`
    select maintenance.ensure_day_partitions(name::regclass, (now() at time zone 'utc')::date - 1, ${days})
      from unnest(${TABLES}::text[]) as name`);
}

/**
 * Drops whole days, unless one of their events is still waiting to be relayed. A portal whose webhook was locked all
 * that time keeps none.
 */
export async function dropEventPartitions(database: Database, keepDays: number): Promise<number> {
  await database.many(sql`
    delete from learning.outbox_pending
     where parked_reason is not null and created_on < (now() at time zone 'utc')::date - ${keepDays}::int`);
  // separate from the drop, because a statement cannot drop a partition that it reads
  const oldest = await database.one<{ day: string }>(sql`
    select least((now() at time zone 'utc')::date - ${keepDays}::int, min(created_on)) as day
      from learning.outbox_pending`);
  const row = await database.one<{ dropped: number }>(sql`
    select coalesce(sum(maintenance.drop_day_partitions(name::regclass, ${oldest!.day}::date)), 0) as dropped
      from unnest(${TABLES}::text[]) as name`);
  await database.many(sql`
    delete from learning.webhook_test_deliveries where created_on < (now() at time zone 'utc')::date - ${keepDays}::int`);
  return row?.dropped ?? 0;
}
