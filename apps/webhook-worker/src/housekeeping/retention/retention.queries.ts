import { sql, type Database } from '@app/database';

/** Removes expired Idempotency-Key answers. @returns how many, at most `limit` */
export async function removeIdempotencyKeys(database: Database, now: Date, limit: number): Promise<number> {
  const gone = await database.many(sql`
    delete from maintenance.idempotency_keys where (scope, key) in (
      select scope, key from maintenance.idempotency_keys where expires_at <= ${now}
       order by expires_at limit ${limit} for update skip locked)
    returning 1`);
  return gone.length;
}

/** Removes the counts of past days and hours. @returns how many, at most `limit` */
export async function removeLimitCounts(database: Database, limit: number): Promise<number> {
  const gone = await database.many(sql`
    delete from maintenance.limit_counts where (limit_name, owner, window_start) in (
      select limit_name, owner, window_start from maintenance.limit_counts
       where expires_at < now() - interval '1 minute' order by expires_at limit ${limit} for update skip locked)
    returning 1`);
  return gone.length;
}

/** Removes payments that were declined or voided, once they are 30 days old. @returns how many, at most `limit` */
export async function removeEndedPayments(database: Database, limit: number): Promise<number> {
  return (await database.value<number>(sql`select identity.remove_ended_payments(${limit}) as removed`)) ?? 0;
}

/** Removes counts of deliveries that are older than they are kept. @returns how many, at most `limit` */
export async function removeWebhookHours(database: Database, days: number, limit: number): Promise<number> {
  const gone = await database.many(sql`
    delete from learning.webhook_hours where (webhook_id, hour) in (
      select webhook_id, hour from learning.webhook_hours
       where hour < now() - ${days} * interval '1 day' order by hour limit ${limit} for update skip locked)
    returning 1`);
  return gone.length;
}

/** Removes records of refused requests that are older than they are kept. @returns how many, at most `limit` */
export async function removeApiErrors(database: Database, days: number, limit: number): Promise<number> {
  const gone = await database.many(sql`
    delete from maintenance.api_errors where (portal_id, id) in (
      select portal_id, id from maintenance.api_errors
       where time < now() - ${days} * interval '1 day' order by time limit ${limit})
    returning 1`);
  return gone.length;
}

/** Removes expired grants for first tokens. */
export async function removeOnboardingGrants(database: Database, now: Date): Promise<void> {
  await database.many(sql`delete from auth.onboarding_grants where expires_at <= ${now}`);
}

/** Tables with daily partitions that the worker manages. */
const PARTITIONED_TABLES = [
  'learning.outbox',
  'learning.webhook_deliveries',
  'learning.webhook_attempts',
] as const;

/** @param days how many, starting with yesterday */
export async function makeEventPartitions(database: Database, days: number): Promise<void> {
  await database.many(sql`
    select maintenance.ensure_day_partitions(name::regclass, (now() at time zone 'utc')::date - 1, ${days})
      from unnest(${PARTITIONED_TABLES}::text[]) as name`);
}

/**
 * Drops whole days, unless one of their events is still waiting to be relayed. Events of a portal whose webhook was
 * locked all that time do not keep a day.
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
      from unnest(${PARTITIONED_TABLES}::text[]) as name`);
  await database.many(sql`
    delete from learning.webhook_test_deliveries where created_on < (now() at time zone 'utc')::date - ${keepDays}::int`);
  return row?.dropped ?? 0;
}

/**
 * Checks facet values that an object has lost, and removes those that no object has.
 * @returns how many were checked, at most `limit`; undefined if writers held the lock all the time
 */
export async function removeUnusedFacets(database: Database, limit: number): Promise<number | undefined> {
  return (
    (await database.value<number | null>(sql`select learning.remove_unused_facets(${limit}) as looked_at`)) ??
    undefined
  );
}

/**
 * Checks topics of one portal that an object lost before `before`, and removes those that no object has.
 * @returns how many were checked, at most `limit`
 */
export async function removeUnusedTopics(database: Database, before: Date, limit: number): Promise<number> {
  return (await database.value<number>(
    sql`select learning.remove_unused_topics(${before}, ${limit}) as looked_at`,
  ))!;
}

/** A word in one language, and the portal whose objects contain it; 0: objects that other portals may see. */
export interface Word {
  portal_id: number;
  surface: string;
  language: string;
}

/**
 * Checks the words of one portal that follow this one in the order of their keys, and removes those that no object has.
 * @returns the last of them, and how many were removed: null if writers held the lock all the time. Undefined if none
 * follows
 */
export async function removeUnusedWordsAfter(
  database: Database,
  last: Word,
  limit: number,
): Promise<(Word & { removed: number | null }) | undefined> {
  return database.one(sql`
    select portal_id, surface, language, removed
      from learning.remove_unused_words(${last.portal_id}, ${last.surface}, ${last.language}, ${limit})`);
}
