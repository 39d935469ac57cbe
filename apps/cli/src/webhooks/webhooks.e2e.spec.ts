import { sql } from '@app/database';
import { randomBytes } from 'node:crypto';
import { useDatabase } from '@app/testing';
import { pauseWebhook, replayWebhook, resumeWebhook } from './operate.js';
import { failingWebhooks } from './webhooks.queries.js';

describe('the webhooks commands', () => {
  const harness = useDatabase('worker');
  let id: number;

  beforeEach(async () => {
    const name = `p${randomBytes(4).toString('hex')}.learning.example`;
    const row = await harness.db.one<{ id: number }>(sql`
      with p as (insert into identity.portals (name, title) values (${name}, ${name}) returning id),
           w as (insert into learning.webhooks (portal_id, url) select id,
                  'https://partner.example/x' from p returning id, portal_id)
      insert into learning.webhook_mailboxes (webhook_id, portal_id) select id, portal_id from w
      returning webhook_id as id`);
    id = row.id;
  });
  const mailbox = () =>
    harness.db.one(sql`select * from learning.webhook_mailboxes where webhook_id = ${id}`);

  it('failing lists failing webhooks with their waiting deliveries', async () => {
    expect((await failingWebhooks(harness.database)).map((row) => row.id)).not.toContain(id);
    await harness.db.many(sql`
      update learning.webhook_mailboxes set state = 1, failures_in_row = 7, failing_since = now()
       where webhook_id = ${id}`);
    const rows = await failingWebhooks(harness.database);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      state: 1,
      failures_in_row: 7,
      waiting: 0,
      last_error: null,
    });
  });

  it('pause takes the lease, resume makes it due again', async () => {
    await harness.db.many(sql`
      update learning.webhook_mailboxes set lease_token = gen_random_uuid() where webhook_id = ${id}`);
    expect(await resumeWebhook(harness.database, id)).toBe(false);
    expect(await pauseWebhook(harness.database, id)).toBe(true);
    expect(await mailbox()).toMatchObject({ state: 3, lease_token: null });
    expect(await resumeWebhook(harness.database, id)).toBe(true);
    expect(await mailbox()).toMatchObject({ state: 0, next_due: expect.any(Date) });
  });

  it('resume starts with a probe when the webhook was failing', async () => {
    await harness.db.many(sql`
      update learning.webhook_mailboxes set state = 3, failures_in_row = 9 where webhook_id = ${id}`);
    await resumeWebhook(harness.database, id);
    expect(await mailbox()).toMatchObject({ state: 1 });
  });

  it('replay resends the events fired in the window', async () => {
    await harness.db.many(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state)
      select current_date, ${id}, n, n, 'user.update', 'user:1', now() - n * interval '1 hour', 1
        from generate_series(1, 4) n`);
    const window = { from: new Date(Date.now() - 2.5 * 3_600_000), to: new Date() };
    expect(await replayWebhook(harness.database, id, window)).toBe(2);
    expect(await mailbox()).toMatchObject({ next_due: expect.any(Date) });
    expect(await replayWebhook(harness.database, 999_999, window)).toBeUndefined();
  });

  it('replay waits as long as the receiver requested, like new events', async () => {
    await harness.db.many(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state)
      values (current_date, ${id}, 1, 1, 'user.update', 'user:1', now(), 1)`);
    await harness.db.many(sql`
      update learning.webhook_mailboxes set hold_until = now() + interval '1 hour' where webhook_id = ${id}`);
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    expect(await replayWebhook(harness.database, id, window)).toBe(1);
    const { next_due, hold_until } = await mailbox();
    expect(next_due).toEqual(hold_until);
  });
});
