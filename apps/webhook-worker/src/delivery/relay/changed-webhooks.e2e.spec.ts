import { changeWebhook, dropWaiting, setEnabled } from '@app/webhooks';
import { sql } from '@app/database';
import { useDelivery, useDeliveryWorker, type DeliveryHarness } from '../../../test/delivery-harness.js';
import { gapless, listSequences } from '../../../test/shared-object.js';

const shown = { type: 'lo.update', objectType: 'lo' } as const;

/** As the API does. @param gate the commit waits for it */
const subscribe = (stack: DeliveryHarness, id: number, events: string[], gate?: Promise<void>) =>
  changeWebhook(stack.database, { id, portalId: 'any' }, async (tx) => {
    await tx.run(sql`update learning.webhooks set events = ${events}::text[] where id = ${id}`);
    await gate;
    return { mailbox: 'touch', result: () => undefined };
  });

describe('a webhook that is being changed', () => {
  const stack = useDeliveryWorker();

  it('delays no portal; events use the last committed subscription', async () => {
    const [changed, other] = [await stack.webhook(), await stack.webhook()];
    const gate = Promise.withResolvers<void>();
    const change = subscribe(stack, changed.id, ['lo.update'], gate.promise);
    for (let n = 0; n < 20; n += 1) {
      await stack.fire(changed.portalId, n);
      await stack.fire(other.portalId, n);
    }
    await other.receiver.count(20);
    await changed.receiver.count(20);
    gate.resolve();
    await change;
    await stack.fire(changed.portalId, 1);
    await stack.fire(changed.portalId, 1, { isLast: true }, shown);
    const received = await changed.receiver.count(21);
    expect(received.at(-1)!.event.data).toEqual({ isLast: true });
  });
});

describe('two workers, while webhooks change without pause', () => {
  const stack = useDelivery();
  beforeAll(() => Promise.all([1, 2].map(() => stack.startWorker({ relayIdleMs: 20 }))));

  const isRelayed = (portalId: number, type: string) =>
    stack.eventually(
      () =>
        stack.db.many(sql`
          select 1 from learning.outbox_pending where portal_id = ${portalId} and type = ${type}`),
      (remainingRows) => remainingRows.length === 0,
    );

  it('relay each event by the subscriptions of its portal; none is missing, sequences have no gap', async () => {
    const webhooks = await Promise.all([1, 2, 3].map(() => stack.webhook()));
    const [turns, count] = [20, 200];
    await Promise.all(
      webhooks.map(async ({ id, portalId, receiver }) => {
        let isOver = false;
        const touching = (async () => {
          while (!isOver)
            await changeWebhook(stack.database, { id, portalId }, () =>
              Promise.resolve({ mailbox: 'due', result: () => undefined }),
            );
        })();
        const firing = (async () => {
          for (let n = 0; n < count; n += 4)
            await Promise.all([0, 1, 2, 3].map((more) => stack.fire(portalId, n + more)));
        })();
        try {
          for (let turn = 0; turn < turns; turn += 1) {
            const isOn = turn % 2 === 0;
            await subscribe(stack, id, isOn ? ['lo.update', 'user.update'] : ['user.update']);
            await stack.fire(portalId, turn, { isOn }, shown);
            await isRelayed(portalId, 'lo.update');
          }
          await firing;
          await receiver.count(turns / 2 + count);
        } finally {
          isOver = true;
          await touching;
        }
      }),
    );
    for (const webhook of webhooks) {
      const all = webhook.receiver.received.map(({ event }) => event);
      const updates = all.filter(({ type }) => type === 'lo.update').map(({ data }) => data);
      expect(updates).toEqual(Array(turns / 2).fill({ isOn: true }));
      expect(listSequences(webhook)).toEqual(gapless(turns / 2 + count));
    }
  });

  it('leave no waiting delivery once a webhook is disabled and its waiting deliveries are dropped', async () => {
    const { id, portalId } = await stack.webhook();
    const turn = (enabled: boolean) =>
      changeWebhook(stack.database, { id, portalId }, async (tx, webhook) => {
        await setEnabled(tx, webhook!, enabled);
        return { mailbox: enabled ? 'enable' : 'disable', result: () => undefined };
      });
    let isOver = false;
    const firing = (async () => {
      for (let n = 0; !isOver; n += 1) await stack.fire(portalId, n % 7);
    })();
    try {
      for (let times = 0; times < 20; times += 1) {
        await turn(false);
        await dropWaiting(stack.database, id);
        expect((await stack.deliveries(id)).filter(({ state }) => state === 0)).toEqual([]);
        await turn(true);
        const before = (await stack.deliveries(id)).length;
        await stack.deliveriesOnce(id, (all) => all.length > before);
      }
    } finally {
      isOver = true;
      await firing;
    }
    const sequences = (await stack.deliveries(id)).map(({ seq }) => Number(seq));
    expect(sequences).toEqual(gapless(sequences.length));
  });
});
