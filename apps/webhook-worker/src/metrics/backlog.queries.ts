import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';
import { MailboxState } from '@app/webhooks';

export interface Backlog {
  outbox_lag_seconds: number;
  outbox_waiting: number;
  oldest_due_seconds: number;
  parked: number;
  disabled: number;
  paused: number;
}

/** What is parked, by kind. */
export type ParkedRows = Record<'webhook' | 'event' | 'mail' | 'payment' | 'visibility_change', number>;

@Injectable()
export class BacklogQueries {
  constructor(private readonly database: Database) {}

  /** How far behind the whole system is, not just this worker. */
  async read(): Promise<Backlog> {
    const { open, parked, disabled, paused } = MailboxState;
    const row = await this.database.one<Backlog>(sql`
      select o.outbox_lag_seconds, o.outbox_waiting, m.* from
        (select coalesce(extract(epoch from now() - min(fired_at)), 0)::float8 as outbox_lag_seconds,
                count(*)::int as outbox_waiting
           from (select fired_at from learning.outbox_todo where parked_reason is null limit 100000) waiting) o,
        (select coalesce(extract(epoch from now() - min(next_due) filter (where state = ${open} and next_due <= now())), 0)::float8
                  as oldest_due_seconds,
                count(*) filter (where state = ${parked})::int as parked,
                count(*) filter (where state = ${disabled})::int as disabled,
                count(*) filter (where state = ${paused})::int as paused
           from learning.webhook_mailboxes) m`);
    return row!;
  }

  /** What was parked until an operator looks at it. */
  async parked(): Promise<ParkedRows> {
    const row = await this.database.one<ParkedRows>(sql`
      select (select count(*)::int from learning.webhook_mailboxes where parked_reason is not null) as webhook,
             (select count(*)::int from learning.outbox_todo where parked_reason is not null) as event,
             (select count(*)::int from identity.mails
               where sent_time is null and next_try_time is null and last_error is not null) as mail,
             (select count(*)::int from identity.payments where last_error is not null) as payment,
             (select count(*)::int from learning.visibility_changes where parked_reason is not null) as visibility_change`);
    return row!;
  }
}
