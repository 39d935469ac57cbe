import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';
import { deliveryStateSql, mailboxStateSql } from '@app/webhooks';

export interface WebhookRow {
  id: number;
  url: string;
  enabled: boolean;
  events: string[];
  secret_key_set: boolean;
  state: number;
  last_success_time: Date | null;
  last_test_success_time: Date | null;
  failing_since: Date | null;
  failures_in_row: number;
  next_due: Date | null;
  waiting_count: number;
  oldest_waiting_time: Date | null;
  created_time: Date;
  updated_time: Date;
}

/** The columns that a PATCH writes; undefined keeps the value. */
export interface ChangedWebhookFields {
  url?: string | undefined;
  events?: readonly string[] | undefined;
}

/** Maximum number of waiting deliveries that are counted. */
const MAX_WAITING = 10_000;

const columns = sql`
  w.id, w.url, w.enabled, w.events, w.secret is not null as secret_key_set, m.state, m.last_success_time,
  test.delivered_time as last_test_success_time, m.failing_since, m.failures_in_row, case when m.state < ${mailboxStateSql.disabled} then m.next_due end as next_due,
  waiting.count as waiting_count, oldest.created_time as oldest_waiting_time, w.created_time, w.updated_time`;
const waiting = sql`learning.webhook_deliveries d where d.webhook_id = w.id and d.state = ${deliveryStateSql.waiting}`;
// remaining deliveries of a disabled webhook are about to be dropped
const tables = sql`
  learning.webhooks w join learning.webhook_mailboxes m on m.webhook_id = w.id
  cross join lateral (
    select count(*) from (select from ${waiting} and w.enabled limit ${MAX_WAITING}) counted) waiting
  left join lateral (select d.created_time from ${waiting} order by d.seq limit 1) oldest on w.enabled
  left join lateral (
    select t.delivered_time from learning.webhook_test_deliveries t
     where t.webhook_id = w.id and t.state = ${deliveryStateSql.delivered}
     order by t.after_seq desc, t.id desc limit 1) test on true`;

@Injectable()
export class WebhooksQueries {
  constructor(private readonly database: Database) {}

  list(portalId: number): Promise<WebhookRow[]> {
    return this.database.many<WebhookRow>(
      sql`select ${columns} from ${tables} where w.portal_id = ${portalId} order by w.id`,
    );
  }

  /** Ids of all webhooks of the portal, or of those of `among` that are its own. */
  async listIds(portalId: number, among: number[] | undefined): Promise<number[]> {
    return this.database.column<number>(sql`
      select id from learning.webhooks
       where portal_id = ${portalId} and ${among?.length ? sql`id = any(${among}::int[])` : sql`true`}
       order by id`);
  }

  find(reader: Reader | undefined, portalId: number, id: number): Promise<WebhookRow | undefined> {
    return (reader ?? this.database).one<WebhookRow>(
      sql`select ${columns} from ${tables} where w.portal_id = ${portalId} and w.id = ${id}`,
    );
  }

  /** Counts the portal's webhooks and prevents others from being added until the transaction ends. */
  async lockAndCount(tx: Transaction, portalId: number): Promise<number> {
    await tx.many(sql`select pg_advisory_xact_lock(${lockNumber.newWebhooks}, ${portalId})`);
    return (
      (await tx.value<number>(sql`select count(*) from learning.webhooks where portal_id = ${portalId}`)) ?? 0
    );
  }

  async update(tx: Transaction, portalId: number, id: number, change: ChangedWebhookFields): Promise<void> {
    await tx.run(sql`
      update learning.webhooks
         set url = coalesce(${change.url}, url), events = coalesce(${change.events}::text[], events),
             updated_time = now()
       where portal_id = ${portalId} and id = ${id}
         and (url, events) is distinct from (coalesce(${change.url}, url), coalesce(${change.events}::text[], events))`);
  }
}
