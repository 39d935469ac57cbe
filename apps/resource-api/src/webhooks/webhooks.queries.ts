import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';

export interface WebhookRow {
  id: number;
  url: string;
  enabled: boolean;
  events: string[];
  secret_key_set: boolean;
  state: number;
  last_success_time: Date | null;
  failing_since: Date | null;
  failures_in_row: number;
  next_due: Date | null;
  created_time: Date;
  updated_time: Date;
}

/** What a PATCH writes; undefined leaves a column as it is. */
export interface WebhookChange {
  url?: string | undefined;
  enabled?: boolean | undefined;
  events?: readonly string[] | undefined;
}

const disabled = 2;

const columns = sql`
  w.id, w.url, w.enabled, w.events, w.secret is not null as secret_key_set, m.state, m.last_success_time,
  m.failing_since, m.failures_in_row, case when m.state < ${disabled} then m.next_due end as next_due,
  w.created_time, w.updated_time`;
const tables = sql`learning.webhooks w join learning.webhook_mailboxes m on m.webhook_id = w.id`;

@Injectable()
export class WebhooksQueries {
  constructor(private readonly database: Database) {}

  list(portalId: number): Promise<WebhookRow[]> {
    return this.database.many<WebhookRow>(
      sql`select ${columns} from ${tables} where w.portal_id = ${portalId} order by w.id`,
    );
  }

  find(reader: Reader | undefined, portalId: number, id: number): Promise<WebhookRow | undefined> {
    return (reader ?? this.database).lookup<WebhookRow>(
      sql`select ${columns} from ${tables} where w.portal_id = ${portalId} and w.id = ${id}`,
    );
  }

  /** The webhook, locked before its mailbox, which is the order in which everybody locks them. */
  async lock(tx: Transaction, portalId: number, id: number): Promise<WebhookRow | undefined> {
    await tx.many(
      sql`select 1 from learning.webhooks where portal_id = ${portalId} and id = ${id} for update`,
    );
    return tx.one<WebhookRow>(sql`
      select ${columns} from ${tables} where w.portal_id = ${portalId} and w.id = ${id} for update of m`);
  }

  /** Counts the portal's webhooks and keeps others from adding one until the transaction ends. */
  async lockAndCount(tx: Transaction, portalId: number): Promise<number> {
    await tx.many(sql`select pg_advisory_xact_lock(${lockNumber.newWebhooks}, ${portalId})`);
    const row = await tx.one<{ count: number }>(
      sql`select count(*) from learning.webhooks where portal_id = ${portalId}`,
    );
    return row?.count ?? 0;
  }

  async insert(
    tx: Transaction,
    webhook: { portalId: number; url: string; enabled: boolean; events: readonly string[] },
  ): Promise<number> {
    const { portalId, url, enabled, events } = webhook;
    const row = await tx.one<{ id: number }>(sql`
      insert into learning.webhooks (portal_id, url, enabled, events)
      values (${portalId}, ${url}, ${enabled}, ${events}::text[]) returning id`);
    await tx.run(sql`
      insert into learning.webhook_mailboxes (webhook_id, portal_id, state)
      values (${row!.id}, ${portalId}, ${enabled ? 0 : disabled})`);
    return row!.id;
  }

  async update(tx: Transaction, portalId: number, id: number, change: WebhookChange): Promise<void> {
    await tx.run(sql`
      update learning.webhooks
         set url = coalesce(${change.url}, url), enabled = coalesce(${change.enabled}, enabled),
             events = coalesce(${change.events}::text[], events), updated_time = now()
       where portal_id = ${portalId} and id = ${id}`);
  }

  /** @param overlapSeconds for which the former secret goes on signing; 0: it is forgotten */
  async setSecret(
    tx: Transaction,
    portalId: number,
    id: number,
    secret: { sealed: Buffer | null; overlapSeconds: number },
  ): Promise<void> {
    const { sealed, overlapSeconds } = secret;
    await tx.run(sql`
      update learning.webhooks
         set secret = ${sealed}, updated_time = now(),
             previous_secret = case when ${overlapSeconds}::int > 0 then secret end,
             previous_secret_until = case when ${overlapSeconds}::int > 0 and secret is not null
                                          then now() + ${overlapSeconds}::int * interval '1 second' end
       where portal_id = ${portalId} and id = ${id}`);
    // one that was put aside for a secret that could not be read goes on with the new one
    await tx.run(sql`
      update learning.webhook_mailboxes set next_due = now(), version = version + 1
       where portal_id = ${portalId} and webhook_id = ${id} and parked_reason is not null and state < ${disabled}`);
  }

  /** Drops what waits and takes the lease from whoever is sending. */
  async disable(tx: Transaction, portalId: number, id: number): Promise<void> {
    await tx.run(sql`
      update learning.webhook_mailboxes
         set state = ${disabled}, version = version + 1, lease_token = null, lease_until = null, next_due = null,
             hold_until = null
       where portal_id = ${portalId} and webhook_id = ${id}`);
    await this.dropWaiting(tx, id);
  }

  /** Parked and due: the first delivery is a probe. */
  async enable(tx: Transaction, portalId: number, id: number): Promise<void> {
    await tx.run(sql`
      update learning.webhook_mailboxes
         set state = 1, version = version + 1, next_due = now(), hold_until = null, failures_in_row = 0,
             failing_since = null, failing_for = '0', probes = 0, probe_seq = null, probe_failures = 0
       where portal_id = ${portalId} and webhook_id = ${id}`);
  }

  async remove(tx: Transaction, portalId: number, id: number): Promise<void> {
    await this.dropWaiting(tx, id);
    await tx.run(sql`delete from learning.webhooks where portal_id = ${portalId} and id = ${id}`);
  }

  private async dropWaiting(tx: Transaction, webhookId: number): Promise<void> {
    await tx.run(
      sql`update learning.webhook_deliveries set state = 3 where webhook_id = ${webhookId} and state = 0`,
    );
  }
}
