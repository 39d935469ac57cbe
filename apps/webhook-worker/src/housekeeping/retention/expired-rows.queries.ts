import { Database, sql } from '@app/database';

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

/** Removes expired grants for first tokens. */
export async function removeOnboardingGrants(database: Database, now: Date): Promise<void> {
  await database.many(sql`delete from auth.onboarding_grants where expires_at <= ${now}`);
}
