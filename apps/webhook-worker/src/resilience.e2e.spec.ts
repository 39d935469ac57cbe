import { sql } from '@app/database';
import type { ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { EVENTS_QUEUE, HintQueue, LANE_QUEUES } from '@app/events';
import { freePort, startRedis, type RunningRedis } from '@app/local-services';
import { scheduledTasks } from '@app/scheduled-tasks';
import { OutageProxy, SESSIONS_HERE, temporaryFolder } from '@app/testing';
import { useDelivery } from '../test/delivery-harness.js';
import { answering } from '../test/receiver.js';

/** Milliseconds that Kubernetes gives a worker to stop. */
function readGraceMs(): number {
  const manifest = readFileSync(join('k8s', 'base', 'webhook-worker.yaml'), 'utf8');
  return Number(/terminationGracePeriodSeconds: (\d+)/.exec(manifest)![1]) * 1_000;
}

describe('a lost hint', () => {
  const stack = useDelivery();
  // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
  const send = HintQueue.prototype.send;
  let lost: string[] = [];
  beforeAll(async () => {
    await stack.startWorker();
  });
  beforeEach(() => {
    lost = [];
  });
  afterEach(() => jest.restoreAllMocks());

  function lose(...queues: string[]): void {
    jest.spyOn(HintQueue.prototype, 'send').mockImplementation(function (this: HintQueue, hint) {
      if (queues.includes(this.name)) lost.push(this.name);
      else send.call(this, hint);
    });
  }

  for (const [step, queues] of [
    ['from the service to the relay', [EVENTS_QUEUE]],
    ['from the relay to the drain', [LANE_QUEUES.fast]],
    ['at both steps, of both lanes', [EVENTS_QUEUE, ...Object.values(LANE_QUEUES)]],
  ] as const) {
    it(`${step}: the event still arrives`, async () => {
      const { portalId, receiver } = await stack.webhook();
      lose(...queues);
      await stack.fire(portalId, 1);
      await receiver.count(1);
      expect(new Set(lost)).not.toEqual(new Set());
    });
  }

  it('of a retry: the retry is still made', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: answering(500) });
    await stack.fire(portalId, 1);
    await receiver.count(1);
    await stack.idle(id);
    receiver.behave = answering(200);
    lose(...Object.values(LANE_QUEUES));
    await stack.age(id, '1 minute');
    await receiver.count(2);
  });

  it('costs less than five seconds: each step polls every second without one', () => {
    const steps = (['relay-events', 'wake-overdue-mailboxes'] as const).map((name) => scheduledTasks[name]);
    expect(steps.map(({ everyMs }) => everyMs)).toEqual([1_000, 1_000]);
  });
});

describe('without Redis', () => {
  const folder = temporaryFolder();
  let redis: RunningRedis;
  let port: number;
  const start = async () => {
    redis = await startRedis({
      dir: join(folder, 'redis'),
      toolsDir: join(process.cwd(), '.data', 'tools'),
      port,
    });
  };
  const stack = useDelivery(async () => {
    port = await freePort();
    await start();
    return { REDIS_URL: redis.url };
  });
  beforeAll(async () => {
    await stack.startWorker();
  });
  afterAll(async () => {
    await redis.stop();
  });

  it('events arrive while it is down, and after it has come back empty', async () => {
    const { portalId, receiver } = await stack.webhook();
    await stack.fire(portalId, 1, { n: 1 });
    await receiver.count(1);
    await redis.kill();
    for (let n = 2; n <= 40; n += 1) await stack.fire(portalId, n % 4, { n });
    await receiver.count(40);
    await start();
    for (let n = 41; n <= 60; n += 1) await stack.fire(portalId, n % 4, { n });
    const received = await receiver.count(60);
    expect(new Set(received.map(({ event }) => event.data['n'])).size).toBe(60);
    expect(received).toHaveLength(60);
  });

  /** How many connections Redis has. */
  async function connections(): Promise<number> {
    const probe = new Redis({ port });
    const list = await probe.client('LIST');
    probe.disconnect();
    return String(list).trim().split('\n').length;
  }

  it('a worker that gets SIGTERM while it is down stops in time for its orchestrator', async () => {
    const worker = await stack.startWorker();
    await redis.kill();
    const began = performance.now();
    await stack.stopWorker(worker);
    expect(performance.now() - began).toBeLessThan(readGraceMs());
    await start();
  });

  it('a service commits and answers as usual while it is down', async () => {
    const { portalId, receiver } = await stack.webhook();
    const send = jest.spyOn(HintQueue.prototype, 'send');
    await stack.fire(portalId, 1);
    const hints = (send.mock.contexts as HintQueue[]).find(({ name }) => name === EVENTS_QUEUE)!;
    send.mockRestore();
    await receiver.count(1);
    const before = await connections();
    await redis.kill();
    const lostCount = hints.failures;
    await stack.fire(portalId, 1);
    // it has not waited for Redis: the hint is given up later
    expect(hints.failures).toBe(lostCount);
    await stack.eventually(
      () => Promise.resolve(hints.failures),
      (count) => count > lostCount,
    );
    await start();
    await receiver.count(2);
    // every connection is re-established
    await stack.eventually(connections, (now) => now >= before);
  });
});

describe('with a Postgres that has become a standby', () => {
  let proxy: OutageProxy;
  const stack = useDelivery();
  beforeAll(async () => {
    proxy = await OutageProxy.before(stack.config.DATABASE_URL);
    stack.config.DATABASE_URL = proxy.url;
    await stack.startWorker();
  });
  afterAll(() => proxy.disconnect());

  const readOnly = (isOn: boolean) =>
    stack.db.many(sql`
      begin read write; do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${sql.raw(isOn ? 'on' : 'off')}',
             current_database());
      end $$; commit`);

  it('nothing is parked or dropped, and everything arrives once it accepts writes again', async () => {
    const openResponses: ServerResponse[] = [];
    const { id, portalId, receiver } = await stack.webhook({
      behave: (_, answer) => openResponses.push(answer),
    });
    await stack.fire(portalId, 1);
    await receiver.count(1);
    await proxy.disconnect();
    await readOnly(true);
    await proxy.reconnect();
    receiver.behave = answering(200);
    for (const answer of openResponses) answer.end(); // its outcome cannot be stored yet
    for (let n = 2; n <= 5; n += 1) await stack.fire(portalId, n);
    await stack.eventually(
      () => stack.db.many(sql`select 1 from ${sql.raw(SESSIONS_HERE)} s where usename = 'lp_worker'`),
      (connected) => connected.length > 0,
    );
    await readOnly(false);
    await receiver.count(5);
    await stack.delivered(id, 5);
    expect(receiver.received.map(({ event }) => event.id)).toHaveLength(
      new Set(receiver.received.map(({ event }) => event.id)).size,
    );
    expect(
      await stack.db.many(sql`select 1 from learning.outbox_pending where parked_reason is not null`),
    ).toEqual([]);
  });
});

describe('an outbox row without a partition for its day', () => {
  const stack = useDelivery();

  it('is kept, relayed, and moved when the partition is created', async () => {
    await stack.startWorker();
    const { id, portalId, receiver } = await stack.webhook();
    await stack.db.many(sql`
      insert into learning.outbox (created_on, shard, portal_id, type, object_type, object_id, data)
      values (current_date + 20, 3, ${portalId}, 'user.update', 'user', 1, '{"far":true}')`);
    const [first] = await receiver.count(1);
    expect(first!.event.data).toEqual({ far: true });
    await stack.delivered(id, 1);
    await stack.db.many(sql`
      select maintenance.ensure_day_partitions('learning.outbox', current_date + 20, 1)`);
    const rows = await stack.db.many(sql`
      select tableoid::regclass::text as part from learning.outbox where portal_id = ${portalId}`);
    expect(rows).toEqual([{ part: expect.stringMatching(/outbox_\d{8}$/) }]);
  });
});
