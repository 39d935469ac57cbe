import { Injectable } from '@nestjs/common';
import { waitingChanges } from '@app/catalogue';
import { Database, sql } from '@app/database';
import { mailboxStateSql } from '@app/webhooks';

/** The gauges that one statement reads, by the names of the metrics. */
export const backlogGauges = [
  'webhook_outbox_lag_seconds',
  'webhook_outbox_waiting',
  'webhook_oldest_due_seconds',
  'webhook_parked',
  'webhook_disabled',
  'webhook_paused',
  'mails_waiting',
  'mails_oldest_waiting_seconds',
  'payments_waiting',
  'payments_oldest_waiting_seconds',
] as const;
export type Backlog = Record<(typeof backlogGauges)[number], number>;

/** The changes that the search index does not contain yet. */
export type IndexBacklog = Awaited<ReturnType<typeof waitingChanges>>;

/** Parked rows, by kind. */
export type ParkedRows = Record<'webhook' | 'event' | 'mail' | 'payment' | 'visibility_change', number>;

/** Rows that are counted at most; a larger number would tell operators nothing more. */
const MAX_COUNTED = 100_000;

@Injectable()
export class BacklogQueries {
  constructor(private readonly database: Database) {}

  /**
   * How far behind the whole system is, not just this worker. Each part reads an index, and few rows or {@link
   * MAX_COUNTED}.
   */
  async read(): Promise<Backlog> {
    const row = await this.database.one<Backlog>(sql`
      select o.*, d.*, s.*, m.*, p.* from
        (select coalesce(extract(epoch from now() - min(fired_at)), 0)::float8 as webhook_outbox_lag_seconds,
                count(*)::int as webhook_outbox_waiting
           from (select fired_at from learning.outbox_pending where parked_reason is null limit ${MAX_COUNTED}) waiting) o,
        (select coalesce((select extract(epoch from now() - next_due) from learning.webhook_mailboxes
                           where state = ${mailboxStateSql.open} and next_due <= now()
                           order by next_due limit 1), 0)::float8 as webhook_oldest_due_seconds) d,
        (select count(*) filter (where state = ${mailboxStateSql.parked})::int as webhook_parked,
                count(*) filter (where state = ${mailboxStateSql.disabled})::int as webhook_disabled,
                count(*) filter (where state = ${mailboxStateSql.paused})::int as webhook_paused
           from learning.webhook_mailboxes where state > ${mailboxStateSql.open}) s,
        (select count(*)::int as mails_waiting,
                coalesce(extract(epoch from now() - min(created_time)), 0)::float8 as mails_oldest_waiting_seconds
           from (select created_time from identity.mails where next_try_time is not null limit ${MAX_COUNTED}) waiting) m,
        (select count(*)::int as payments_waiting,
                coalesce(extract(epoch from now() - min(created_time)), 0)::float8 as payments_oldest_waiting_seconds
           from (select created_time from identity.payments where next_try_time is not null limit ${MAX_COUNTED}) waiting) p`);
    return row!;
  }

  index(): Promise<IndexBacklog> {
    return waitingChanges(this.database, MAX_COUNTED);
  }

  /** Rows parked until an operator handles them. */
  async parked(): Promise<ParkedRows> {
    const row = await this.database.one<ParkedRows>(sql`
      select (select count(*)::int from learning.webhook_mailboxes where parked_reason is not null) as webhook,
             (select count(*)::int from learning.outbox_pending where parked_reason is not null) as event,
             (select count(*)::int from identity.mails
               where sent_time is null and next_try_time is null and last_error is not null) as mail,
             (select count(*)::int from identity.payments where last_error is not null) as payment,
             (select count(*)::int from learning.visibility_changes where parked_reason is not null) as visibility_change`);
    return row!;
  }
}
