import { sql } from '@app/database';
import { useDeliveryWorker } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';

const stack = useDeliveryWorker();

describe('an event that fails', () => {
  it('is retried after about five seconds, with the same bytes and a new signature time', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: answering(500) });
    const began = Date.now();
    await stack.fire(portalId, 7, { '3': 'c', '1': 'a' });
    await receiver.count(1);
    const [waiting] = await stack.deliveriesOnce(id, ([d]) => d?.['tries'] === 1);
    const next = (waiting!['next_at'] as Date).getTime();
    expect(next - began).toBeGreaterThan(3_500);
    expect(next - Date.now()).toBeLessThan(6_500);
    receiver.behave = answering(200);
    await stack.age(id, '1 minute');
    const [first, second] = await receiver.count(2);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await stack.delivered(id, 1);
    expect(await stack.attempts(id)).toMatchObject([
      { number: 1, status: 500 },
      { number: 2, status: 200 },
    ]);
  });

  it('delays later events of its object and no others', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    for (const n of [2, 3]) await stack.fire(portalId, 1, { n });
    await stack.fire(portalId, 2, { n: 4 });
    const upTo4 = await receiver.until((all) => all.some(({ event }) => event.data['n'] === 4));
    expect(upTo4.map(({ event }) => event.data['n'])).toEqual([1, 4]);
    await stack.mailboxOnce(id, ({ lease_token, next_due }) => lease_token === null && next_due !== null);
    receiver.behave = answering(200);
    await stack.age(id, '1 minute');
    const all = await receiver.count(5);
    expect(all.slice(2).map(({ event }) => event.data['n'])).toEqual([1, 2, 3]);
  });

  it('fails after ten attempts, and then the next event of its object is sent', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: ({ event }, answer) => answer.writeHead(event.data['fail'] ? 500 : 200).end(),
    });
    await stack.fire(portalId, 1, { n: 1, fail: true });
    await receiver.count(1);
    await stack.deliveriesOnce(id, ([d]) => d?.['tries'] === 1);
    // as if nine attempts had been made, with successes of other objects in between
    await stack.db.many(sql`
      update learning.webhook_deliveries set tries = 9, round_tries = 9, attempts = 9
       where webhook_id = ${id}`);
    await stack.fire(portalId, 1, { n: 2 });
    await stack.age(id, '1 minute');
    await receiver.until((all) => all.some(({ event }) => event.data['n'] === 2));
    const deliveries = await stack.deliveriesOnce(id, ([, d]) => d?.['state'] === 1);
    expect(deliveries).toMatchObject([
      { state: 2, tries: 10 },
      { state: 1, tries: 1 },
    ]);
  });

  it('postpones the webhook’s next attempt by the Retry-After of a 429', async () => {
    const { id, portalId, receiver } = await stack.webhook({
      behave: answering(429, { 'retry-after': '600' }),
    });
    const began = Date.now();
    await stack.fire(portalId, 1);
    await receiver.count(1);
    const mailbox = await stack.mailboxOnce(id, (m) => m['hold_until'] !== null);
    await stack.fire(portalId, 2);
    await stack.deliveriesOnce(id, (all) => all.length === 2);
    const { next_due } = await stack.mailbox(id);
    for (const time of [mailbox['hold_until'], next_due] as Date[]) {
      expect(time.getTime() - began).toBeGreaterThan(590_000);
      expect(time.getTime() - Date.now()).toBeLessThan(610_000);
    }
    expect(receiver.received).toHaveLength(1);
    receiver.behave = answering(200);
    await stack.age(id, '11 minutes');
    await receiver.count(3);
  });
});
