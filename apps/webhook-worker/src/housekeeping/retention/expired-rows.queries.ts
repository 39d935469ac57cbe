import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';

@Injectable()
export class ExpiredRowsQueries {
  constructor(private readonly database: Database) {}

  /** Removes expired Idempotency-Key answers. @returns how many, at most `limit` */
  async removeIdempotencyKeys(now: Date, limit: number): Promise<number> {
    const gone = await this.database.many(sql`
      delete from maintenance.idempotency_keys where (scope, key) in (
        select scope, key from maintenance.idempotency_keys where expires_at <= ${now}
         order by expires_at limit ${limit} for update skip locked)
      returning 1`);
    return gone.length;
  }

  /** Removes the counts of past days and hours. @returns how many, at most `limit` */
  async removeLimitCounts(limit: number): Promise<number> {
    const gone = await this.database.many(sql`
      delete from maintenance.limit_counts where (limit_name, owner, window_start) in (
        select limit_name, owner, window_start from maintenance.limit_counts
         where expires_at < now() - interval '1 minute' order by expires_at limit ${limit} for update skip locked)
      returning 1`);
    return gone.length;
  }

  /** Removes payments that were declined or voided, once they are 30 days old. @returns how many, at most `limit` */
  async removeEndedPayments(limit: number): Promise<number> {
    const row = await this.database.one<{ removed: number }>(
      sql`select identity.remove_ended_payments(${limit}) as removed`,
    );
    return row?.removed ?? 0;
  }

  /** Removes counts of deliveries that are older than they are kept. @returns how many, at most `limit` */
  async removeWebhookHours(days: number, limit: number): Promise<number> {
    const gone = await this.database.many(sql`
      delete from learning.webhook_hours where (webhook_id, hour) in (
        select webhook_id, hour from learning.webhook_hours
         where hour < now() - ${days} * interval '1 day' order by hour limit ${limit} for update skip locked)
      returning 1`);
    return gone.length;
  }

  /** Removes expired grants for first tokens. */
  async removeOnboardingGrants(now: Date): Promise<void> {
    await this.database.many(sql`delete from auth.onboarding_grants where expires_at <= ${now}`);
  }
}
