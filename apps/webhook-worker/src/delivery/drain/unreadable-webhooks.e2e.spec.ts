import { resumeWebhook } from '../../../../cli/src/webhooks/operate.js';
import { failingWebhooks } from '../../../../cli/src/webhooks/webhooks.queries.js';
import { type Database, openDatabase, sql } from '@app/database';
import { MetricsListener } from '@app/metrics';
import { useDelivery } from '../../../test/delivery-harness.js';

describe('a webhook that cannot be read', () => {
  const stack = useDelivery();
  const unhandled: unknown[] = [];
  const recordUnhandled = (error: unknown) => void unhandled.push(error);
  let owner: Database;
  beforeAll(async () => {
    process.on('unhandledRejection', recordUnhandled);
    owner = await openDatabase({ url: stack.ownerUrl, applicationName: 'test', poolSize: 1 });
    await stack.startWorker({ overdueEveryMs: 100, backlogFreshMs: 0 });
  });
  afterAll(async () => {
    process.off('unhandledRejection', recordUnhandled);
    await owner.dataSource.destroy();
  });
  afterEach(() => expect(unhandled).toEqual([]));

  const damage = (id: number, set: string) =>
    stack.db.many(sql`update learning.webhooks set ${sql.raw(set)} where id = ${id}`);
  const parked = (id: number) =>
    stack.mailboxOnce(id, (mailbox) => mailbox['parked_reason'] !== null && mailbox['lease_token'] === null);
  const metric = async (sample: string): Promise<number> => {
    const text = await stack.workers[0]!.app.get(MetricsListener).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.slice(sample.length + 1) ?? 0,
    );
  };

  it.each([
    ['secret', `secret = '\\x00'`, 'secret_unreadable'],
    ['address', `url = 'not an address'`, 'url_unreadable'],
  ])(
    'because of its %s is parked with the reason; others in its portal and elsewhere continue',
    async (_, set, reason) => {
      const webhook = await stack.webhook();
      const neighbour = await stack.webhook({ portalId: webhook.portalId });
      const other = await stack.webhook();
      const before = await metric('worker_parked_total{kind="webhook"}');
      await damage(webhook.id, set);
      for (let n = 0; n < 20; n += 1) await stack.fire(webhook.portalId, n);
      for (let n = 0; n < 20; n += 1) await stack.fire(other.portalId, n);
      await stack.delivered(neighbour.id, 20);
      await stack.delivered(other.id, 20);
      const mailbox = await parked(webhook.id);
      expect(mailbox).toMatchObject({ state: 1, parked_reason: reason, failures_in_row: 0 });
      expect((mailbox['next_due'] as Date).getTime() - Date.now()).toBeGreaterThan(500_000);
      expect(webhook.receiver.received).toEqual([]);
      expect((await stack.deliveries(webhook.id)).every((d) => d['state'] === 0 && d['tries'] === 0)).toBe(
        true,
      );

      expect(await metric('worker_parked_total{kind="webhook"}')).toBeGreaterThan(before);
      expect(await metric('worker_parked_rows{kind="webhook"}')).toBe(1);
      expect(await failingWebhooks(owner, webhook.portalId)).toMatchObject([
        { id: webhook.id, state: 1, last_error: reason, waiting: 20 },
      ]);
      await damage(webhook.id, 'enabled = false');
      await stack.db.many(sql`delete from learning.webhook_mailboxes where webhook_id = ${webhook.id}`);
    },
  );

  it('continues after a repair, at its next probe or when an operator resumes it', async () => {
    const webhook = await stack.webhook();
    await damage(webhook.id, `previous_secret = secret, secret = '\\x00'`);
    for (let n = 0; n < 3; n += 1) await stack.fire(webhook.portalId, n);
    await parked(webhook.id);
    await damage(webhook.id, 'secret = previous_secret, previous_secret = null');
    expect(await resumeWebhook(owner, webhook.id)).toBe(true);
    await stack.delivered(webhook.id, 3);
    expect(await stack.idle(webhook.id)).toMatchObject({ state: 0, parked_reason: null });
    expect(webhook.receiver.received.map(({ event }) => event.sequence)).toEqual([1, 2, 3]);
    expect(await resumeWebhook(owner, webhook.id)).toBe(false);
  });

  it('is signed with the current secret if only the former one is unreadable', async () => {
    const webhook = await stack.webhook();
    await damage(webhook.id, `previous_secret = '\\x00', previous_secret_until = now() + interval '1 day'`);
    await stack.fire(webhook.portalId, 1);
    await stack.delivered(webhook.id, 1);
    expect(webhook.receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('fails an event whose data is not JSON immediately, and delivers later ones', async () => {
    const webhook = await stack.webhook();
    await stack.db.many(sql`
      update learning.webhook_mailboxes set state = 3 where webhook_id = ${webhook.id}`);
    for (let n = 1; n <= 5; n += 1) await stack.fire(webhook.portalId, 7, { n });
    await stack.deliveriesOnce(webhook.id, (all) => all.length === 5);
    await stack.db.many(sql`
      update learning.outbox o set data = '{"n":' from learning.webhook_deliveries d
       where d.outbox_id = o.id and d.webhook_id = ${webhook.id} and d.seq in (1, 3)`);
    // the first one sent is a probe, the others are not
    await stack.db.many(sql`
      update learning.webhook_mailboxes set state = 1, next_due = now() where webhook_id = ${webhook.id}`);
    await stack.delivered(webhook.id, 3);
    const states = (await stack.deliveries(webhook.id)).map((delivery) => delivery['state']);
    expect(states).toEqual([2, 1, 2, 1, 1]);
    expect(webhook.receiver.received.map(({ event }) => event.sequence)).toEqual([2, 4, 5]);
    const errors = (await stack.attempts(webhook.id)).map((attempt) => attempt['error']);
    expect(errors.filter(Boolean)).toEqual(['payload_unreadable', 'payload_unreadable']);
    expect(await stack.idle(webhook.id)).toMatchObject({ state: 0, failures_in_row: 0 });
  });

  it('fails a test delivery, which is not retried', async () => {
    const webhook = await stack.webhook();
    const good = await stack.webhook();
    await damage(webhook.id, `secret = '\\x00'`);
    for (const { id } of [webhook, good]) {
      await stack.db.many(sql`
        insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
        values (${id}, 0, '{}')`);
    }
    const states = await stack.eventually(
      () =>
        stack.db.many<{ state: number; attempts: number }>(sql`
          select state, attempts from learning.webhook_test_deliveries order by webhook_id`),
      (rows) => rows.every(({ state }) => state !== 0),
    );
    expect(states).toEqual([
      { state: 2, attempts: 1 },
      { state: 1, attempts: 1 },
    ]);
    expect(await stack.attempts(webhook.id)).toMatchObject([{ error: 'secret_unreadable', status: null }]);
  });
});
