import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';

export interface Backlog {
  outbox_lag_seconds: number;
  outbox_waiting: number;
  oldest_due_seconds: number;
  parked: number;
  disabled: number;
  paused: number;
}

@Injectable()
export class BacklogQueries {
  constructor(private readonly database: Database) {}

  /** How far the whole system, not this worker alone, is behind. */
  async read(): Promise<Backlog> {
    const row = await this.database.one<Backlog>(sql`
      select o.outbox_lag_seconds, o.outbox_waiting, m.* from
        (select coalesce(extract(epoch from now() - min(fired_at)), 0)::float8 as outbox_lag_seconds,
                count(*)::int as outbox_waiting
           from (select fired_at from learning.outbox_todo limit 100000) waiting) o,
        (select coalesce(extract(epoch from now() - min(next_due) filter (where state = 0 and next_due <= now())), 0)::float8
                  as oldest_due_seconds,
                count(*) filter (where state = 1)::int as parked,
                count(*) filter (where state = 2)::int as disabled,
                count(*) filter (where state = 3)::int as paused
           from learning.webhook_mailboxes) m`);
    return row!;
  }
}
