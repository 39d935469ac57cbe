import { COUNTED_SECONDS } from '@app/contracts';
import { deliveryErrors, noDeliveryCounts, statusClasses, type DeliveryCounts } from '@app/webhooks';
import { openDatabase, sql } from '@app/database';
import { removeWebhookHours } from '../../housekeeping/retention/retention.queries.js';
import { useDelivery } from '../../../test/delivery-harness.js';
import { addWebhookHours } from './webhook-hours.queries.js';

const stack = useDelivery();

const counts = (webhookId: number) =>
  stack.db.many<DeliveryCounts & { portal_id: number; hour: Date }>(sql`
    select * from learning.webhook_hours where webhook_id = ${webhookId} order by hour`);
/** The counts of all hours, by name; zeros are left out. */
async function sums(webhookId: number) {
  const hours = await counts(webhookId);
  const sum = (read: (hour: DeliveryCounts) => number) => hours.reduce((all, hour) => all + read(hour), 0);
  const named = (names: readonly string[], member: 'classes' | 'errors') =>
    Object.fromEntries(
      names
        .map((name, place) => [name, sum((hour) => hour[member][place]!)] as const)
        .filter(([, count]) => count > 0),
    );
  return {
    attempts: sum((hour) => hour.attempts),
    delivered: sum((hour) => hour.delivered),
    failed: sum((hour) => hour.failed),
    classes: named(statusClasses, 'classes'),
    errors: named(deliveryErrors, 'errors'),
    answered: sum((hour) => hour.buckets.reduce((all, count) => all + count, 0)),
  };
}
/** The same, from the rows of attempts and deliveries. */
async function rows(webhookId: number) {
  const attempts = await stack.attempts(webhookId);
  const deliveries = await stack.deliveries(webhookId);
  const count = (words: string[]) => {
    const result: Record<string, number> = {};
    for (const word of words) result[word] = (result[word] ?? 0) + 1;
    return result;
  };
  const statuses = attempts.map(({ status }) => status as number | null);
  return {
    attempts: attempts.length,
    delivered: deliveries.filter(({ state }) => state === 1).length,
    failed: deliveries.filter(({ state }) => state === 2).length,
    classes: count(statuses.map((status) => (status === null ? 'none' : `${Math.floor(status / 100)}xx`))),
    errors: count(attempts.flatMap(({ error }) => (error === null ? [] : [error as string]))),
    answered: statuses.filter((status) => status !== null).length,
  };
}

describe('counts of deliveries by the hour', () => {
  it('equal the rows if several workers send concurrently and some attempts fail', async () => {
    const workers = [await stack.startWorker({ hoursEveryMs: 50 }), await stack.startWorker()];
    const webhooks = await Promise.all(
      [1, 2, 3].map(() =>
        stack.webhook({
          behave: ({ event }, answer) => {
            if (event.data['n'] === 7) answer.socket!.destroy();
            else answer.writeHead([200, 204, 404, 503][event.sequence! % 4]!).end();
          },
        }),
      ),
    );
    const fires = webhooks.flatMap(({ portalId }) =>
      Array.from({ length: 60 }, (_, n) => stack.fire(portalId, n, { n })),
    );
    await Promise.all(fires);
    for (const { id } of webhooks) {
      await stack.eventually(
        async () => (await stack.deliveries(id)).filter(({ attempts }) => attempts !== 0),
        (tried) => tried.length >= 20,
      );
    }
    for (const worker of workers) await stack.stopWorker(worker);
    for (const { id, portalId } of webhooks) {
      const counted = await sums(id);
      expect(counted).toEqual(await rows(id));
      expect(counted.attempts).toBeGreaterThanOrEqual(20);
      for (const hour of await counts(id)) {
        expect(hour.portal_id).toBe(portalId);
        expect(hour.hour.getTime() % (COUNTED_SECONDS * 1_000)).toBe(0);
      }
    }
  });

  it('include failed deliveries, but no test deliveries', async () => {
    const worker = await stack.startWorker();
    const { id, portalId, receiver } = await stack.webhook({
      behave: (_, answer) => answer.writeHead(500).end(),
    });
    await stack.fire(portalId, 1);
    await receiver.count(1);
    await stack.deliveriesOnce(id, ([delivery]) => delivery?.['tries'] === 1);
    await stack.db.many(sql`
      update learning.webhook_deliveries set tries = 9, round_tries = 9, attempts = 9
       where webhook_id = ${id}`);
    await stack.db.many(sql`
      insert into learning.webhook_test_deliveries (webhook_id, after_seq, data) values (${id}, 0, '{}')`);
    await stack.age(id, '1 minute');
    await stack.deliveriesOnce(id, ([delivery]) => delivery?.['state'] === 2);
    await receiver.count(3);
    await stack.stopWorker(worker);
    expect(await sums(id)).toEqual({
      attempts: 2,
      delivered: 0,
      failed: 1,
      classes: { '5xx': 2 },
      errors: {},
      answered: 2,
    });
  });

  it('are written once after Postgres was unavailable', async () => {
    const worker = await stack.startWorker({ hoursEveryMs: 50 });
    const { id, portalId, receiver } = await stack.webhook();
    await stack.db.many(sql`alter table learning.webhook_hours rename to away`);
    await stack.fire(portalId, 1);
    await receiver.count(1);
    await stack.delivered(id, 1);
    await stack.fire(portalId, 2);
    await stack.delivered(id, 2);
    await stack.db.many(sql`alter table learning.away rename to webhook_hours`);
    await stack.eventually(
      () => sums(id),
      ({ attempts }) => attempts > 0,
    );
    await stack.stopWorker(worker);
    expect(await sums(id)).toMatchObject({ attempts: 2, delivered: 2 });
  });

  it('are kept for 400 days, and not added for a deleted webhook', async () => {
    const database = await openDatabase({
      url: stack.config.DATABASE_URL,
      applicationName: 'test',
      poolSize: 1,
    });
    try {
      const { id } = await stack.webhook();
      const hour = { ...noDeliveryCounts(), webhook_id: id };
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
      await addWebhookHours(
        database,
        [399, 401, 800].map((days) => ({ ...hour, hour: daysAgo(days) })),
      );
      await addWebhookHours(database, [{ ...hour, webhook_id: 1_000_000, hour: daysAgo(1) }]);
      expect(await removeWebhookHours(database, 400, 10)).toBe(2);
      expect(
        await stack.db.many(sql`
        select webhook_id from learning.webhook_hours where attempts = 0`),
      ).toEqual([{ webhook_id: id }]);
    } finally {
      await database.close();
    }
  });
});
