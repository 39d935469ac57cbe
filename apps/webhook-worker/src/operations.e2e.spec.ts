import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { EVENTS_QUEUE, LANE_QUEUES, shardOf, TESTS_QUEUE } from '@app/events';
import type { HttpApp } from '@app/http';
import { useDelivery, type DeliveryHarness } from '../test/delivery-harness.js';
import { answering, Receiver } from '../test/receiver.js';

const fastifyOf = (worker: HttpApp): FastifyInstance => worker.app.getHttpAdapter().getInstance();
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('the queue board', () => {
  const password = 'a password of operators';
  const stack = useDelivery(() => Promise.resolve({ QUEUE_BOARD_PASSWORD: password }));
  let board: FastifyInstance;
  beforeAll(async () => {
    board = fastifyOf(await stack.startWorker());
  });

  it('asks for the password, also on loopback', async () => {
    for (const headers of [{}, basic('ada', 'wrong'), { authorization: 'Bearer x' }, basic(password, '')]) {
      for (const url of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/main.js']) {
        const answer = await board.inject({ url, headers });
        expect([url, answer.statusCode]).toEqual([url, 401]);
        expect(answer.headers['www-authenticate']).toBe('Basic realm="queues"');
      }
    }
  });

  it('shows every queue to whoever has it, whatever the user name', async () => {
    const page = await board.inject({ url: '/queues', headers: basic('anybody', password) });
    expect(page).toMatchObject({ statusCode: 200 });
    expect(page.headers['content-type']).toContain('text/html');
    const list = await board.inject({ url: '/queues/api/queues', headers: basic('', password) });
    const names = list.json<{ queues: { name: string }[] }>().queues.map(({ name }) => name);
    expect(names.sort()).toEqual([EVENTS_QUEUE, ...Object.values(LANE_QUEUES), TESTS_QUEUE].sort());
  });
});

describe('the queue board without a password', () => {
  const stack = useDelivery();

  it('answers on loopback alone', async () => {
    const board = fastifyOf(await stack.startWorker());
    expect(await board.inject({ url: '/queues', remoteAddress: '127.0.0.1' })).toMatchObject({
      statusCode: 200,
    });
    expect(await board.inject({ url: '/queues', remoteAddress: '203.0.113.9' })).toMatchObject({
      statusCode: 403,
    });
  });
});

/** Holds a shard of the outbox, as a relay does, until the answer is called. */
async function holdShard(stack: DeliveryHarness, shard: number): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: stack.config.DATABASE_URL });
  await client.connect();
  await client.query('select pg_advisory_lock(7501, $1)', [shard]);
  return () => client.end();
}

describe('GET /metrics', () => {
  const stack = useDelivery();
  let worker: HttpApp;
  beforeAll(async () => {
    worker = await stack.startWorker();
  });

  /** Value of a sample, such as `webhook_parked` or `webhook_attempts_total{result="failed",reason="5xx"}`. */
  async function metric(sample: string): Promise<number> {
    const { body } = await fastifyOf(worker).inject({ url: '/metrics' });
    const line = body.split('\n').find((each) => each.startsWith(`${sample} `));
    return Number(line?.slice(sample.length + 1) ?? 0);
  }
  const outcome = (result: string, reason: string) =>
    metric(`webhook_attempts_total{result="${result}",reason="${reason}"}`);

  it('counts attempts by result and reason, and the time they took', async () => {
    const good = await stack.webhook();
    const bad = await stack.webhook({ behave: answering(503) });
    const gone = await stack.webhook({ url: 'http://127.0.0.1:1/hook' });
    const before = await metric('webhook_attempt_seconds_count');
    for (const { portalId } of [good, good, bad, gone]) await stack.fire(portalId, 1);
    await stack.delivered(good.id, 2);
    for (const { id } of [bad, gone]) {
      await stack.eventually(
        () => stack.attempts(id),
        (all) => all.length === 1,
      );
    }
    expect(await outcome('delivered', '2xx')).toBe(2);
    expect(await outcome('failed', '5xx')).toBe(1);
    expect(await outcome('failed', 'connection_failed')).toBe(1);
    expect((await metric('webhook_attempt_seconds_count')) - before).toBe(4);
    expect(await metric('webhook_event_to_delivery_seconds_count')).toBe(2);
    expect(await metric('webhook_events_relayed_total')).toBe(4);
  });

  it('counts a repeat: answered with success although it had been before', async () => {
    expect(await metric('webhook_repeats_total')).toBe(0);
    const { id, portalId } = await stack.webhook({
      behave: (_received, answer) => {
        // as another worker's outcome, which was stored while this one's request was on its way
        void stack.db
          .many('update learning.webhook_deliveries set state = 1 where webhook_id = $1', [id])
          .then(() => answer.end());
      },
    });
    await stack.fire(portalId, 1);
    await stack.eventually(
      () => metric('webhook_repeats_total'),
      (repeats) => repeats === 1,
    );
  });

  it('tells how long and how many events wait for a relay', async () => {
    const { portalId, receiver } = await stack.webhook();
    const release = await holdShard(stack, shardOf('user', 9));
    await stack.fire(portalId, 9);
    await stack.fire(portalId, 9);
    await stack.db.many(
      `update learning.outbox_todo set fired_at = now() - interval '90 seconds' where portal_id = $1`,
      [portalId],
    );
    expect(await metric('webhook_outbox_waiting')).toBe(2);
    const lag = await metric('webhook_outbox_lag_seconds');
    expect(lag).toBeGreaterThanOrEqual(90);
    expect(lag).toBeLessThan(120);
    await release();
    await receiver.count(2);
    await stack.eventually(
      () => metric('webhook_outbox_waiting'),
      (waiting) => waiting === 0,
    );
    expect(await metric('webhook_outbox_lag_seconds')).toBe(0);
  });

  it('tells how late the latest mailbox is', async () => {
    const { id } = await stack.webhook();
    expect(await metric('webhook_oldest_due_seconds')).toBeLessThan(5);
    // due, and in the hands of a worker that has died
    await stack.db.many(
      `update learning.webhook_mailboxes set next_due = now() - interval '45 seconds', lease_token = gen_random_uuid(),
              lease_until = now() + interval '1 minute' where webhook_id = $1`,
      [id],
    );
    const late = await metric('webhook_oldest_due_seconds');
    expect(late).toBeGreaterThanOrEqual(45);
    expect(late).toBeLessThan(75);
  });

  it('counts the webhooks that are parked, disabled and paused', async () => {
    for (const [state, count] of [
      [1, 3],
      [2, 2],
      [3, 1],
    ] as const) {
      for (let i = 0; i < count; i += 1) {
        const { id } = await stack.webhook();
        await stack.db.many('update learning.webhook_mailboxes set state = $2 where webhook_id = $1', [
          id,
          state,
        ]);
      }
    }
    expect(await metric('webhook_parked')).toBe(3);
    expect(await metric('webhook_disabled')).toBe(2);
    expect(await metric('webhook_paused')).toBe(1);
  });
});

describe('retention', () => {
  const stack = useDelivery();
  const tables = ['outbox', 'webhook_deliveries', 'webhook_attempts'];
  const partitionsOf = async (table: string, daysAgo: number) => {
    const rows = await stack.db.many<{ there: boolean }>(
      `select to_regclass('learning.' || $1 || to_char((now() at time zone 'utc')::date - $2::int, '_YYYYMMDD')) is not null as there`,
      [table, daysAgo],
    );
    return rows[0]!.there;
  };
  const there = async (daysAgo: number) => Promise.all(tables.map((table) => partitionsOf(table, daysAgo)));
  const all = [true, true, true];
  const none = [false, false, false];

  it('drops days older than 31, but none with an event that still waits for a relay', async () => {
    for (const table of tables) {
      await stack.db.many(
        `select maintenance.ensure_day_partitions('learning.${table}', (now() at time zone 'utc')::date - 40, 40)`,
      );
    }
    const { id, portalId, receiver } = await stack.webhook();
    const release = await holdShard(stack, 3);
    await stack.db.many(
      `insert into learning.outbox (created_on, shard, portal_id, type, object_type, object_id, data)
       values ((now() at time zone 'utc')::date - 35, 3, $1, 'user.update', 'user', 1, '{"late":true}')`,
      [portalId],
    );
    const first = await stack.startWorker();
    await stack.eventually(
      () => there(36),
      (found) => !found.includes(true),
    );
    expect(await there(40)).toEqual(none);
    expect(await there(35)).toEqual(all);
    expect(await there(31)).toEqual(all);
    expect(await there(-7)).toEqual(all); // made ahead
    await release();
    await stack.eventually(
      () => stack.db.many('select 1 from learning.outbox_todo where portal_id = $1', [portalId]),
      (waiting) => waiting.length === 0,
    );
    await stack.stopWorker(first);
    await stack.startWorker();
    await stack.eventually(
      () => there(32),
      (found) => !found.includes(true),
    );
    expect(await there(31)).toEqual(all);
    // what is within the window is delivered as ever
    await stack.fire(portalId, 2, { now: true });
    await receiver.until((received) => received.some(({ event }) => event.data['now'] === true));
    expect(await stack.mailbox(id)).toMatchObject({ state: 0 });
  }, 60_000);
});

/** A forward proxy that knows one name. */
class Proxy {
  readonly asked: string[] = [];
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async start(names: Record<string, number>): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server);
    const portOf = (authority: string) => names[authority.split(':')[0] ?? ''];
    server.on('connection', (socket: Socket) => proxy.sockets.add(socket));
    server.on('connect', (incoming, socket) => {
      proxy.asked.push(`CONNECT ${incoming.url}`);
      const port = portOf(incoming.url ?? '');
      if (port === undefined) return socket.end('HTTP/1.1 403 Filtered\r\n\r\n');
      const out = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
      proxy.sockets.add(out);
      out.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => out.destroy()).pipe(out);
    });
    server.on('request', (incoming, answer) => {
      const url = new URL(incoming.url ?? '', 'http://none');
      proxy.asked.push(`${incoming.method} ${url.host}`);
      const port = portOf(url.host);
      if (port === undefined) return answer.writeHead(403).end();
      const { method, headers } = incoming;
      const out = request({ port, host: '127.0.0.1', path: url.pathname, method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      incoming.pipe(out);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('WEBHOOK_EGRESS_PROXY', () => {
  let receiver: Receiver;
  let proxy: Proxy;
  const stack = useDelivery(async () => {
    receiver = await Receiver.start();
    proxy = await Proxy.start({ 'partner.example': receiver.port });
    return { WEBHOOK_EGRESS_PROXY: proxy.url, WEBHOOK_ALLOWED_HOSTS: [] };
  });
  afterAll(() => proxy.stop());

  it('takes every delivery, resolves its name, and what it refuses fails', async () => {
    await stack.startWorker();
    const through = await stack.webhook({ url: 'http://partner.example/hook', receiver });
    const filtered = await stack.webhook({ url: 'http://inside.example/hook', receiver });
    const refused = await stack.webhook({ url: 'http://10.1.2.3/hook', receiver });
    for (const { portalId } of [through, filtered, refused]) await stack.fire(portalId, 1, { portalId });
    const received = await receiver.count(1);
    expect(received.map(({ event }) => event.portal_id)).toEqual([through.portalId]);
    const attempt = async (id: number) => {
      const [first] = await stack.eventually(
        () => stack.attempts(id),
        (attempts) => attempts.length === 1,
      );
      return first;
    };
    expect(await attempt(through.id)).toMatchObject({ status: 200, error: null });
    const blocked = await attempt(filtered.id);
    expect([blocked!['status'], blocked!['error']]).not.toEqual([200, null]);
    // what can be read from the address is judged before the proxy hears of it
    expect(await attempt(refused.id)).toMatchObject({ status: null, error: 'address_refused' });
    expect(proxy.asked.some((asked) => asked.includes('partner.example'))).toBe(true);
    expect(proxy.asked.some((asked) => asked.includes('10.1.2.3'))).toBe(false);
  });
});
