import { endSubscription, upsertSubscription, publishVisibilityChange } from '@app/catalogue';
import type { Database } from '@app/database';
import { EventOutbox } from '@app/events';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { useDelivery } from '../../../test/delivery-harness.js';

const lesson = (external_id: string, more: object = {}) => ({
  provider: 'seller',
  external_id,
  type: 'text' as const,
  title: `Lesson ${external_id}`,
  content_groups: ['nursing'],
  ...more,
});
const outbox = EventOutbox.withoutHints();

describe('a portal that gains or loses many objects together', () => {
  const harness = useDatabase();
  let owner: Database;
  let worker: Database;
  let seed: CatalogueSeed;
  let ids: Map<string, number>;
  let nursing: number;
  const [seller, buyer, neighbour] = [1, 2, 3];

  beforeAll(async () => {
    owner = harness.database;
    worker = await harness.open('worker');
    await owner.dataSource.query(
      `insert into identity.portals (id, name, title) select n, 'p' || n || '.test', 'P' from generate_series(1, 3) n`,
    );
    await owner.dataSource.query(
      `insert into learning.webhooks (portal_id, url, events) values (2, 'http://127.0.0.1:9/', '{lo.create}'),
                                                                      (3, 'http://127.0.0.1:9/', '{lo.create}')`,
    );
    seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await seed.provider('seller', seller);
    nursing = await seed.group('nursing', seller);
    ids = await seed.load([
      ...Array.from({ length: 7 }, (_, n) => lesson(`n${n}`)),
      lesson('premium', { premium: true }),
      lesson('draft', { published: false }),
    ]);
  });
  afterAll(() => seed.close());
  beforeEach(async () => {
    await publishAll();
    await owner.dataSource.query('delete from learning.outbox');
  });

  const id = (name: string) => ids.get(`seller ${name}`)!;
  const lessons = () => Array.from({ length: 7 }, (_, n) => id(`n${n}`)).sort((one, other) => one - other);
  const begin = (audienceId = nursing) =>
    owner.write((tx) => upsertSubscription(tx, { portalId: buyer, audienceId, licenses: -1 }, outbox));
  const end = (audienceId = nursing) =>
    owner.write((tx) => endSubscription(tx, { portalId: buyer, audienceId }, outbox));
  const publishNext = () => worker.write((tx) => publishVisibilityChange(tx, outbox, 3));
  async function publishAll(): Promise<number[]> {
    const steps: number[] = [];
    for (let published = await publishNext(); published !== undefined; published = await publishNext())
      steps.push(published);
    return steps;
  }
  const events = (): Promise<
    { type: string; portal_id: number; object_id: string; data: { title: string } }[]
  > =>
    owner.dataSource.query(
      'select type, portal_id, object_id, data::json as data from learning.outbox where not wide order by id',
    );
  const listEvents = async (type: string, portal = buyer) =>
    (await events())
      .filter((event) => event.type === type && event.portal_id === portal)
      .map((event) => Number(event.object_id));

  it('gets lo.create for each that it did not see before, in batches', async () => {
    await begin();
    expect(await events()).toEqual([]);
    expect(await publishAll()).toEqual([3, 3, 1]);
    expect(await listEvents('lo.create')).toEqual(lessons());
    expect(new Set((await events()).map((event) => event.portal_id))).toEqual(new Set([buyer]));
    expect((await events())[0]?.data.title).toBe('Lesson n0');
  });

  it('gets nothing when only the licences of a subscription change', async () => {
    await owner.write((tx) => upsertSubscription(tx, { portalId: buyer, audienceId: nursing, licenses: 5 }));
    expect(await publishAll()).toEqual([]);
  });

  it('gets lo.delete for each that it no longer sees, and no event for objects that it still sees in another way', async () => {
    const best = await seed.collection('best', seller, [{ provider: 'seller', external_id: 'n2' }]);
    await begin(best);
    expect(await publishAll()).toEqual([0]);
    await end();
    await publishAll();
    expect(await listEvents('lo.delete')).toEqual(lessons().filter((lo) => lo !== id('n2')));
    expect(await listEvents('lo.create')).toEqual([]);
    await end(best);
    await publishAll();
    expect((await listEvents('lo.delete')).at(-1)).toBe(id('n2'));
  });

  it('is not notified of changes that were undone before they were processed', async () => {
    await begin();
    await publishNext();
    await end();
    await publishAll();
    expect(await listEvents('lo.create')).toEqual(lessons().slice(0, 3));
    expect(await listEvents('lo.delete')).toEqual(lessons());
  });

  it('passes them on: subscribers of its collections are also notified', async () => {
    await begin();
    const picks = await seed.collection('picks', buyer, [{ provider: 'seller', external_id: 'n4' }]);
    await seed.subscribe(neighbour, picks);
    await publishAll();
    await owner.dataSource.query('delete from learning.outbox');
    await end();
    const [event] = await owner.dataSource.query<{ object_id: string }[]>(
      'select type, object_id, audience from learning.outbox where wide',
    );
    expect(event).toMatchObject({ type: 'lo.delete', audience: [neighbour] });
    expect(Number(event?.object_id)).toBe(id('n4'));
  });

  it('causes no events without webhooks', async () => {
    await owner.dataSource.query('update learning.webhooks set enabled = false where portal_id = 2');
    await begin();
    expect(await publishAll()).toEqual([0]);
    expect(await events()).toEqual([]);
  });
});

describe('the worker', () => {
  const harness = useDelivery();

  it('delivers lo.create for each object after a subscription', async () => {
    const seller = await harness.portal();
    const buyer = await harness.webhook({ events: ['lo.create', 'lo.delete'] });
    const seed = await CatalogueSeed.open(harness.ownerUrl, new TestClock());
    try {
      await seed.provider('seller', seller);
      const nursing = await seed.group('nursing', seller);
      await seed.load(Array.from({ length: 30 }, (_, n) => lesson(`n${n}`)));
      await seed.subscribe(buyer.portalId, nursing);
    } finally {
      await seed.close();
    }
    await harness.startWorker();
    const deliveries = await harness.delivered(buyer.id, 30);
    expect(deliveries).toHaveLength(30);
    expect(new Set(deliveries.map((delivery) => delivery['type']))).toEqual(new Set(['lo.create']));
  });
});
