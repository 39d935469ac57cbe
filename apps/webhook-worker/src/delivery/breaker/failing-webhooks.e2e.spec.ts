import { sql, type Database, openDatabase } from '@app/database';
import { changeWebhook } from '@app/webhooks';
import type { ServerResponse } from 'node:http';
import { MetricsListener } from '@app/metrics';
import { useDelivery } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';
import { resumeWebhook } from '../../../../cli/src/webhooks/operate.js';
import { failingWebhooks } from '../../../../cli/src/webhooks/webhooks.queries.js';

const stack = useDelivery();

describe('a webhook that fails repeatedly', () => {
  beforeEach(() => stack.startWorker({ slowMs: 100, overdueEveryMs: 200 }));

  async function parked(status = 500, portalId?: number) {
    const webhook = await stack.webhook({
      ...(portalId !== undefined && { portalId }),
      behave: answering(status),
    });
    await stack.db.many(sql`update learning.webhook_mailboxes set ramp = 0 where webhook_id = ${webhook.id}`);
    for (let i = 0; i < 6; i += 1) await stack.fire(webhook.portalId, i, { i });
    await stack.mailboxOnce(webhook.id, (m) => m['state'] === 1 && m['lease_token'] === null);
    return webhook;
  }

  const addAdministrator = (portalId: number, name: string, roles: readonly string[], status: boolean) =>
    stack.db.many(sql`
      with p as (insert into identity.persons (email, first_name,
             last_name) values (${`${name}${portalId}@example.com`}, ${name}, ${name}) returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, status, accepted_at)
      select ${portalId}, id, ${name}, ${name}, ${roles}, ${status}, case when ${name} <> 'offered' then now() end from p`);

  const makeDue = (id: number) =>
    changeWebhook(stack.database, { id, portalId: 'any' }, () =>
      Promise.resolve({ mailbox: 'due', result: () => undefined }),
    );

  it('is parked after five failures in a row; the rest waits', async () => {
    const began = Date.now();
    const { id, receiver } = await parked();
    expect(receiver.received).toHaveLength(5);
    const mailbox = await stack.mailbox(id);
    expect(mailbox).toMatchObject({ failures_in_row: 5, failing_since: expect.any(Date) });
    const due = (mailbox['next_due'] as Date).getTime();
    expect(due - began).toBeGreaterThan(20_000);
    expect(due - Date.now()).toBeLessThanOrEqual(30_000);
    expect((await stack.deliveries(id)).filter((d) => d['tries'] === 0)).toHaveLength(1);
  });

  it('is reported to administrators when it is parked, at most once a day', async () => {
    const portalId = await stack.portal();
    await addAdministrator(portalId, 'ada', ['Administrator'], true);
    const { id, receiver } = await parked(500, portalId);
    const listMails = () =>
      stack.db.many(sql`select recipient, template, data from identity.mails where portal_id = ${portalId}`);
    const mail = {
      recipient: `ada${portalId}@example.com`,
      template: 'webhook-parked',
      data: { webhook_id: String(id), url: receiver.url, failing_since: expect.any(String) },
    };
    expect(await listMails()).toEqual([mail]);
    receiver.behave = answering(200);
    await stack.makeProbeDue(id);
    await stack.delivered(id, 1);
    receiver.behave = answering(500);
    for (let i = 10; i < 16; i += 1) await stack.fire(portalId, i);
    await stack.mailboxOnce(id, (m) => m['state'] === 1 && m['lease_token'] === null);
    expect(await listMails()).toHaveLength(1);
  });

  it('is probed: recorded as such, no attempt counted, nothing rescheduled', async () => {
    const { id, receiver } = await parked();
    const before = await stack.deliveries(id);
    const began = Date.now();
    await stack.makeProbeDue(id);
    await receiver.count(6);
    const attempts = await stack.eventually(
      () => stack.attempts(id),
      (all) => all.length === 6,
    );
    expect(attempts.filter((a) => a['probe'])).toMatchObject([{ seq: 1, number: 2 }]);
    const after = await stack.deliveries(id);
    expect(after.map((d) => [d['tries'], d['next_at']])).toEqual(
      before.map((d) => [d['tries'], d['next_at']]),
    );
    const mailbox = await stack.idle(id);
    const due = (mailbox['next_due'] as Date).getTime();
    expect(due - began).toBeGreaterThan(50_000);
    expect(due - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('is probed with the oldest delivery of the next object after two failed probes', async () => {
    const { id, receiver } = await parked();
    for (let probe = 1; probe <= 5; probe += 1) {
      await stack.makeProbeDue(id);
      await receiver.count(5 + probe);
      await stack.mailboxOnce(id, (m) => m['probes'] === probe && m['lease_token'] === null);
    }
    expect(receiver.received.slice(5).map(({ event }) => event.sequence)).toEqual([1, 1, 2, 2, 3]);
  });

  it('is open again after a probe succeeds, and gets the waiting events', async () => {
    const { id, receiver } = await parked();
    receiver.behave = answering(200);
    await stack.makeProbeDue(id);
    await stack.mailboxOnce(id, (m) => m['state'] === 0);
    await stack.age(id, '1 minute');
    await stack.delivered(id, 6);
    expect(await stack.mailbox(id)).toMatchObject({ state: 0, failures_in_row: 0, failing_since: null });
  });

  it('is probed immediately after a test has succeeded', async () => {
    const { id, receiver } = await parked();
    receiver.behave = answering(200);
    await stack.db.many(sql`
      insert into learning.webhook_test_deliveries (webhook_id, after_seq, data) values (${id}, 0, '{}')`);
    await stack.mailboxOnce(id, (m) => m['state'] === 0);
  });

  it('is probed immediately when it becomes due again, whatever pause its receiver asked for', async () => {
    const { id, receiver } = await parked();
    await stack.db.many(sql`
      update learning.webhook_mailboxes set hold_until = now() + interval '1 hour' where webhook_id = ${id}`);
    receiver.behave = answering(200);
    await makeDue(id);
    await stack.mailboxOnce(id, (m) => m['state'] === 0);
  });

  it('is probed once more if it becomes due again during a probe', async () => {
    const { id, receiver } = await parked();
    const probed = Promise.withResolvers<ServerResponse>();
    receiver.behave = (_received, answer) => probed.resolve(answer);
    await stack.makeProbeDue(id);
    const answer = await probed.promise;
    await makeDue(id);
    receiver.behave = answering(200);
    answer.writeHead(500).end();
    await stack.mailboxOnce(id, (m) => m['state'] === 0);
  });

  it('accepts new events without attempting to deliver them', async () => {
    const { id, portalId, receiver } = await parked();
    await stack.fire(portalId, 99);
    await stack.deliveriesOnce(id, (all) => all.length === 7);
    await stack.idle(id);
    expect(receiver.received).toHaveLength(5);
  });

  it('is disabled immediately on 410: one mail to each administrator, waiting events are dropped', async () => {
    const portalId = await stack.portal();
    for (const [name, roles, status] of [
      ['ada', ['Administrator'], true],
      ['bob', ['Learner', 'Administrator'], true],
      ['gone', ['Administrator'], false],
      ['eve', ['Learner'], true],
      ['offered', ['Administrator'], true],
    ] as const)
      await addAdministrator(portalId, name, roles, status);
    const openResponses: ServerResponse[] = [];
    const { id, receiver } = await stack.webhook({
      portalId,
      behave: (_received, answer) => openResponses.push(answer),
    });
    await Promise.all([1, 2, 3].map((i) => stack.fire(portalId, i)));
    // an event that is relayed after the answer has no delivery
    await stack.deliveriesOnce(id, ({ length }) => length === 3);
    receiver.behave = answering(410);
    for (const answer of openResponses) answer.writeHead(410).end();
    await stack.mailboxOnce(id, (m) => m['state'] === 2);
    expect(await stack.db.one(sql`select enabled from learning.webhooks where id = ${id}`)).toEqual({
      enabled: false,
    });
    const mails = await stack.db.many<{ recipient: string; template: string }>(sql`
      select recipient, template from identity.mails where portal_id = ${portalId} order by 1`);
    expect(mails).toEqual(
      ['ada', 'bob'].map((name) => ({
        recipient: `${name}${portalId}@example.com`,
        template: 'webhook-disabled',
      })),
    );
    // what waits is dropped once the webhook is disabled
    await stack.deliveriesOnce(
      id,
      (deliveries) => deliveries.length === 3 && deliveries.every(({ state }) => state === 3),
    );
  });
});

describe('a webhook that cannot be read', () => {
  const unhandled: unknown[] = [];
  const recordUnhandled = (error: unknown) => void unhandled.push(error);
  let owner: Database;
  beforeAll(async () => {
    process.on('unhandledRejection', recordUnhandled);
    owner = await openDatabase({ url: stack.ownerUrl, applicationName: 'test', poolSize: 1 });
  });
  beforeEach(() => stack.startWorker({ overdueEveryMs: 100, backlogFreshMs: 0 }));
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
          select state, attempts from learning.webhook_test_deliveries
           where webhook_id in (${webhook.id}, ${good.id}) order by webhook_id`),
      (rows) => rows.every(({ state }) => state !== 0),
    );
    expect(states).toEqual([
      { state: 2, attempts: 1 },
      { state: 1, attempts: 1 },
    ]);
    expect(await stack.attempts(webhook.id)).toMatchObject([{ error: 'secret_unreadable', status: null }]);
  });
});
