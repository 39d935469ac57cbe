import { sql } from '@app/database';
import {
  useDelivery,
  useDeliveryWorker,
  type DeliveryHarness,
  type TestWebhook,
} from '../../../test/delivery-harness.js';
import { OutcomeWriter } from '../outcomes/index.js';

/** The numbers of an object's changes, in the order in which the receiver got them. */
const listChanges = ({ receiver }: TestWebhook, object: number) =>
  receiver.received.filter(({ event }) => event.data['id'] === object).map(({ event }) => event.data['n']);

describe('a failure that is stored after an earlier success of its object', () => {
  const stack = useDeliveryWorker();
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
