import { sql } from '@app/database';
import { WebhookHints, SHARDS } from '@app/events';
import type { ServerResponse } from 'node:http';
import { useDelivery, type DeliveryHarness, type TestWebhook } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';
import { MailboxQueries } from './mailbox.queries.js';
import { RunningSlices } from './running-slices.js';
import { OutcomeWriter } from '../outcomes/index.js';

const stack = useDelivery();

/** Holds back the answer of a statement once it has run, until the function that `open` returns is called. */
function gateAfter(method: 'lease' | 'release') {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let reached = (): void => undefined;
  const ran = new Promise<void>((resolve) => (reached = resolve));
  const original = MailboxQueries.prototype[method] as (...args: unknown[]) => Promise<unknown>;
  jest.spyOn(MailboxQueries.prototype, method).mockImplementationOnce(async function (
    this: MailboxQueries,
    ...args: unknown[]
  ) {
    const result = await original.apply(this, args);
    reached();
    await opened;
    return result as never;
  });
  return { ran, open };
}

describe('a queued event', () => {
  let hints: WebhookHints;
  beforeAll(() => {
    hints = new WebhookHints(stack.config);
  });
  // only the wake-up may find the event
  beforeEach(() => stack.startWorker({ overdueEveryMs: 600_000 }));
  afterAll(() => hints.onModuleDestroy());
  afterEach(() => jest.restoreAllMocks());

  const queued = (id: number, count: number) =>
    stack.deliveriesOnce(id, (deliveries) => deliveries.length === count);

  it('arrives without the overdue check when queued while its mailbox is being released', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    const { ran, open } = gateAfter('release');
    await stack.fire(portalId, 1);
    await ran;
    await stack.fire(portalId, 2);
    await queued(id, 2);
    open();
    await receiver.count(2);
  });

  it('arrives without the overdue check when queued while its mailbox is being found empty', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    const { ran, open } = gateAfter('lease');
    hints.wake(id);
    await ran;
    await stack.fire(portalId, 1);
    await queued(id, 1);
    open();
    await receiver.count(1);
  });

  it('arrives with the others of its day after midnight, when the mailbox was leased before', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: () => undefined });
    await stack.fire(portalId, 1);
    await receiver.count(1); // hangs, while the slice continues
    await stack.db.many(sql`
      insert into learning.outbox (created_on, shard, portal_id, type, object_type, object_id, data)
      values ((now() at time zone 'utc')::date - 1, 3, ${portalId}, 'user.update', 'user', 2, '{"yesterday":true}')`);
    receiver.behave = answering(200);
    const received = await receiver.count(2);
    expect(received[1]!.event.data).toEqual({ yesterday: true });
    await queued(id, 2);
  });
});

describe('an event whose day is older than that of the first waiting delivery', () => {
  it('is delivered', async () => {
    await stack.startWorker();
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { fail: true });
    await stack.deliveriesOnce(id, ([first]) => first?.['tries'] === 1);
    // as one that was parked three days ago and is released now
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const releases = await Promise.all(shards.map((shard) => stack.lockShard(shard)));
    await stack.fire(portalId, 2, { n: 2 });
    for (const table of ['outbox', 'outbox_pending'])
      await stack.db.many(sql`
        update learning.${sql.raw(table)} set created_on = created_on - 3 where portal_id = ${portalId}
           and object_id = 2`);
    await Promise.all(releases.map((release) => release()));
    await receiver.until((all) => all.some(({ event }) => event.data['n'] === 2));
    expect((await stack.deliveries(id)).map(({ object_key }) => object_key)).toEqual(['user:1', 'user:2']);
  });
});

describe('a webhook with a hanging delivery in every slot', () => {
  afterEach(() => jest.restoreAllMocks());

  it('reads no pages when events are fired, and delivers them all once the receiver answers', async () => {
    const slots = 10;
    const openResponses: ServerResponse[] = [];
    const { id, portalId, receiver } = await stack.webhook({
      behave: (_received, answer) => openResponses.push(answer),
    });
    await stack.startWorker();
    for (let n = 1; n <= slots; n++) await stack.fire(portalId, n);
    await receiver.count(slots);

    const pages = jest.spyOn(MailboxQueries.prototype, 'page');
    const wakes = jest.spyOn(RunningSlices.prototype, 'wake');
    let fired = slots;
    const pagesForAnEvent = async () => {
      pages.mockClear();
      wakes.mockClear();
      await stack.fire(portalId, (fired += 1));
      await stack.eventually(
        () => Promise.resolve(wakes.mock.calls),
        (calls) => calls.some(([webhookId]) => webhookId === id),
      );
      await new Promise((resolve) => setImmediate(resolve));
      return pages.mock.calls.length;
    };
    await stack.eventually(pagesForAnEvent, (count) => count === 0);
    for (let n = 0; n < 5; n++) expect(await pagesForAnEvent()).toBe(0);
    expect(fired).toBeLessThan(slots + 40); // not enough to fill the hand, after which reading stops anyway

    receiver.behave = (_received, answer) => answer.end();
    for (const answer of openResponses) answer.end();
    await receiver.count(fired);
    await stack.delivered(id, fired);
  });
});

/** The numbers of an object's changes, in the order in which the receiver got them. */
const listChanges = ({ receiver }: TestWebhook, object: number) =>
  receiver.received.filter(({ event }) => event.data['id'] === object).map(({ event }) => event.data['n']);

describe('a failure that is stored after an earlier success of its object', () => {
  beforeEach(() => stack.startWorker({ slowMs: 100, overdueEveryMs: 200 }));
  const [success, failure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  afterEach(() => {
    // so that the worker can end after a failed test
    for (const { resolve } of [success, failure]) resolve();
    jest.restoreAllMocks();
  });

  it('holds back later events of the object in between', async () => {
    const hasFailed = Promise.withResolvers<void>();
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const { add } = OutcomeWriter.prototype;
    jest.spyOn(OutcomeWriter.prototype, 'add').mockImplementation(async function (
      this: OutcomeWriter,
      outcome,
    ) {
      if (outcome.delivery.seq === 1) await success.promise;
      if (outcome.result === 'waiting') {
        hasFailed.resolve();
        await failure.promise;
      }
      return add.call(this, outcome);
    });
    const webhook = await stack.webhook({
      behave: ({ event }, answer) => {
        const isFirstTry = listChanges(webhook, 7).filter((n) => n === 2).length < 2;
        answer.writeHead(event.data['n'] === 2 && isFirstTry ? 500 : 200).end();
      },
    });
    const { id, portalId, receiver } = webhook;
    for (const n of [1, 2, 3]) await stack.fire(portalId, 7, { id: 7, n });
    await hasFailed.promise;
    success.resolve();
    await stack.delivered(id, 1);
    // this event makes the worker read the due deliveries, which includes the third event of the other object
    await stack.fire(portalId, 8, { id: 8, n: 1 });
    await receiver.until(() => listChanges(webhook, 8).length === 1);
    expect(listChanges(webhook, 7)).toEqual([1, 2]);
    failure.resolve();
    await stack.eventually(
      () => stack.attempts(id),
      (attempts) => attempts.some(({ status }) => status === 500),
    );
    await stack.age(id, '1 minute');
    await stack.delivered(id, 4);
    expect(listChanges(webhook, 7)).toEqual([1, 2, 2, 3]);
  });
});

describe('receivers that stall and refuse, while outcomes are stored slowly', () => {
  // with so little memory for events, a page is read after every few deliveries
  const stack = useDelivery(async () => ({ MAX_EVENTS_BYTES: 65_536 }));
  const [WEBHOOKS, OBJECTS, CHANGES, REFUSALS] = [4, 75, 10, 100];
  const text = 'x'.repeat(100);
  const inOrder = Array.from({ length: CHANGES }, (_, index) => index + 1);

  it('accept 3,000 deliveries in the order of each object’s changes', async () => {
    await slowDownStoring(stack);
    const accepted = new Map<string, number[]>();
    const refused = new Set<string>();
    const portalId = await stack.portal();
    const startWebhook = (webhook: number) =>
      stack.webhook({
        portalId,
        behave: ({ event }, answer) => {
          const { id, n } = event.data as { id: number; n: number };
          const object = `${webhook}, ${id}`;
          const refuses = (id + webhook) % 3 === 0 && n === 2 + ((id + webhook) % 7) && !refused.has(object);
          if (refuses) refused.add(object);
          else accepted.set(object, [...(accepted.get(object) ?? []), n]);
          setTimeout(() => answer.writeHead(refuses ? 500 : 200).end(), (event.sequence! * 7) % 10);
        },
      });
    const webhooks = await Promise.all(Array.from({ length: WEBHOOKS }, (_, each) => startWebhook(each)));
    for (const n of inOrder) {
      await Promise.all(
        Array.from({ length: OBJECTS }, (_, id) => stack.fire(portalId, id, { id, n, text })),
      );
    }
    await stack.startWorker({ overdueEveryMs: 200 });
    for (const { id } of webhooks) await stack.delivered(id, OBJECTS * CHANGES);
    expect(refused.size).toBe(REFUSALS);
    expect(accepted.size).toBe(WEBHOOKS * OBJECTS);
    expect([...accepted].filter(([, changes]) => String(changes) !== String(inOrder))).toEqual([]);
  });
});

/** As on a slow disk: other outcomes arrive while a batch of them is being stored. */
async function slowDownStoring(stack: DeliveryHarness): Promise<void> {
  await stack.db.many(sql`
    do $$ begin
    create function learning.store_slowly() returns trigger language plpgsql
    as 'begin perform pg_sleep(0.05); return null; end';
    create trigger slow before insert on learning.webhook_attempts
    for each statement execute function learning.store_slowly();
    end $$`);
}
