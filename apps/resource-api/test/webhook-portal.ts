import { sql } from '@app/database';
import type { TestRequest } from '@app/testing';
import type { useResourceApi, TestAccount } from './resource-api.js';

/** A portal's webhook, new for each test, with deliveries as the relay and its outcomes would have stored them. */
export class WebhookPortal {
  admin!: TestAccount;
  webhookId!: number;

  private constructor(private readonly api: ReturnType<typeof useResourceApi>) {}

  /** Makes one before each test of a file. */
  static use(api: ReturnType<typeof useResourceApi>): WebhookPortal {
    const portal = new WebhookPortal(api);
    beforeEach(() => portal.#create());
    return portal;
  }

  async #create(): Promise<void> {
    this.admin = await this.api.administrator();
    const { body } = await this.admin.post('/v2/webhooks', {
      url: 'https://partner.example/hook',
      user_update: true,
    });
    this.webhookId = body.id;
  }

  /** A request about the webhook by its administrator. */
  send(method: string, path: string, json?: object, more: TestRequest = {}) {
    return this.api.http.send(method, `/v2/webhooks/${this.webhookId}${path}`, {
      token: this.admin.token,
      ...(json && { json }),
      ...more,
    });
  }

  /** @param fields.status of the last attempt, as is `error` */
  async delivery(
    seq: number,
    fields: {
      state?: number;
      tries?: number;
      type?: string;
      ageHours?: number;
      status?: number | null;
      error?: string;
    } = {},
  ): Promise<void> {
    const { state = 1, tries = 1, type = 'user.update', ageHours = 0, status = 500, error = null } = fields;
    const { id, created_on } = await this.api.db.one(sql`
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, fired_at)
      values (0, ${this.admin.portal.id}, ${type}, 'user', 7, '{"b":1,"7":"x"}',
             now() - ${ageHours} * interval '1 hour') returning id, created_on`);
    await this.api.db.many(sql`
      insert into learning.webhook_deliveries
        (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, created_time, state, tries,
               attempts, delivered_time)
      select created_on, ${this.webhookId}, ${seq}::bigint, id, type, 'user:7', fired_at, fired_at,
             ${state}::smallint, ${tries}::smallint, ${tries}::smallint,
             case when ${state}::int = 1 then now() end
        from learning.outbox where id = ${id}`);
    await this.api.db.many(sql`
      update learning.webhook_mailboxes set last_seq = greatest(last_seq, ${seq})
       where webhook_id = ${this.webhookId}`);
    for (let number = 1; number <= tries; number += 1) {
      const isLast = number === tries;
      await this.api.db.many(sql`
        insert into learning.webhook_attempts
               (created_on, webhook_id, seq, number, time, duration_ms, status, error, response)
        values (${created_on}, ${this.webhookId}, ${seq}, ${number}, now(), 12, ${isLast ? status : 500},
                ${isLast ? error : null}, 'no')`);
    }
  }
}
