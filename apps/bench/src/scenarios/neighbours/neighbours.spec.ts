import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { behaviours } from './behaviours.js';
import { Crowd } from './crowd.js';
import { HookReceiver } from '../../load/hook-receiver.js';
import { kinds, Neighbour, type Stretch, type Times } from './neighbour.js';
import { formatLines, createRows, rowsOfAll, type BehaviourMeasurement } from './neighbours-rows.js';
import type { Place } from './place.js';

/** Longer than any of these tests takes. */
const HOUR_SECONDS = 3_600;

describe('the benchmark of neighbours', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function serve(listener: RequestListener): Promise<{ url: string; cutAll: () => void }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, cutAll: () => server.closeAllConnections() };
  }

  function crowd(): Crowd {
    const newCrowd = new Crowd({} as Place, HOUR_SECONDS);
    ends.push(() => newCrowd.close());
    return newCrowd;
  }

  it('notes what became of each request of the load', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/cut') request.socket.destroy();
      else response.writeHead(request.url === '/none' ? 404 : 200).end('text');
    });
    const one = crowd();
    expect(await one.send({ url: `${url}/there` })).toMatchObject({ status: 200, text: 'text' });
    expect(await one.send({ url: `${url}/none`, method: 'POST', json: {} })).toMatchObject({ status: 404 });
    expect(await one.send({ url: `${url}/cut` })).toBeUndefined();
    expect(one.answers.statuses).toEqual({ 200: 1, 404: 1, failed: 1 });
    expect(one.answers.slowestMs).toBeGreaterThan(0);
  });

  it('opens connections that are cut off again, and ends when it is closed', async () => {
    // the first one is read
    let [requests, wantedRequests, reached] = [0, 7, Promise.withResolvers<void>()];
    const { url, cutAll } = await serve((_, response) => {
      response.end('x'.repeat(100_000));
      requests += 1;
      if (requests === wantedRequests) reached.resolve();
    });
    const one = crowd();
    const load = one.neverRead(2, { url }, 3);
    await reached.promise;
    [wantedRequests, reached] = [requests + 6, Promise.withResolvers<void>()];
    cutAll();
    await reached.promise;
    await one.close();
    await load;
    expect(one.isOver).toBe(true);
  });

  it('refuses to leave unread what nobody gets', async () => {
    const { url } = await serve((_, response) => response.writeHead(401).end());
    await expect(crowd().neverRead(1, { url })).rejects.toThrow('answered 401');
  });

  it('notes the answers that are read slowly, and those of connections that stay idle', async () => {
    const [slow, idle] = [crowd(), crowd()];
    let count = 0;
    const { url } = await serve((_, response) => {
      response.end('x'.repeat(100_000));
      count += 1;
    });
    const loads = [slow.readSlowly(3, { url }), idle.stayIdle(100, url)];
    while ((slow.answers.statuses[200] ?? 0) + (idle.answers.statuses[200] ?? 0) < 103) await setImmediate();
    await Promise.all([slow.close(), idle.close()]);
    await Promise.all(loads);
    expect(count).toBe(103);
  });

  describe('the neighbour', () => {
    async function live(answer: { status: number }): Promise<Stretch> {
      const receiver = await HookReceiver.start(0);
      ends.push(() => receiver.stop());
      let id = 0;
      const client = { client_id: 'app', client_secret: 'secret' };
      const { url } = await serve((request, response) => {
        id += 1;
        response.writeHead(answer.status).end(JSON.stringify({ id }));
        if (request.url === '/v2/users' && answer.status === 200)
          void fetch(receiver.url, { method: 'POST', body: JSON.stringify({ data: { id } }) });
      });
      const neighbour = new Neighbour({ auth: url, api: url, token: 'token', client }, receiver);
      ends.push(() => neighbour.close());
      const stretch = await neighbour.live(0);
      await neighbour.settle();
      return stretch;
    }

    it('measures each kind of request, and from a change to its webhook', async () => {
      const { times, failures } = await live({ status: 200 });
      expect(Object.entries(times).map(([kind, all]) => [kind, all.length])).toEqual(
        kinds.map((kind) => [kind, 1]),
      );
      expect(failures).toEqual({});
    });

    it('counts what is refused as 30 seconds', async () => {
      const { times, failures } = await live({ status: 503 });
      expect(times['GET /v2/me']).toEqual([30_000]);
      expect(failures).toMatchObject({ 'GET /v2/me: 503': 1, 'client_credentials: 503': 1 });
    });
  });

  describe('its rows', () => {
    const stretch = (ms: number, failures: Stretch['failures'] = {}): Stretch => ({
      times: Object.fromEntries(kinds.map((kind) => [kind, [ms]])) as unknown as Times,
      failures,
    });
    const measured = (part: Partial<BehaviourMeasurement> = {}): BehaviourMeasurement => ({
      behaviour: behaviours[0]!,
      alone: [stretch(30)],
      beside: [stretch(59)],
      after: [stretch(30)],
      answers: [{ statuses: { 200: 1 }, slowestMs: 100, wronglyRefused: 0 }],
      memory: new Map([
        ['auth-server', { start: 100, most: 349 }],
        ['resource-api', { start: 100, most: 200 }],
        ['webhook-worker', { start: 100, most: 449 }],
      ]),
      ended: new Set(),
      ...part,
    });
    const missed = (part: Partial<BehaviourMeasurement>) =>
      [...createRows(measured(part)), ...rowsOfAll([measured(part)])]
        .filter(({ holds }) => !holds)
        .map(({ name }) => name.slice(name.lastIndexOf(': ') + 2));

    it('hold up to 100 ms, a search and a POST up to 200 ms', () => {
      expect(missed({ beside: [stretch(100)] })).toEqual([]);
      expect(missed({ beside: [stretch(101)] })).toEqual(['p99 of GET /v2/me', 'p99 of client_credentials']);
      expect(missed({ beside: [stretch(201)] })).toHaveLength(4);
      const behaviour = { ...behaviours[0]!, mostPostMs: 300 };
      expect(missed({ behaviour, beside: [stretch(201)] })).toHaveLength(3);
    });

    it('hold each server to its memory, and the worker to its own', () => {
      const grown = (server: string) =>
        missed({ memory: new Map([...measured().memory, [server, { start: 100, most: 451 }]]) });
      expect(grown('resource-api')).toEqual(['memory of the two servers above the start']);
      expect(grown('webhook-worker')).toEqual(['memory of the worker above the start']);
    });

    it('hold nothing refused, unanswered or ended', () => {
      expect(missed({ after: [stretch(30, { 'a search: 503': 1 })] })).toHaveLength(1);
      expect(
        missed({ answers: [{ statuses: { failed: 1 }, slowestMs: 30_001, wronglyRefused: 1 }] }),
      ).toHaveLength(3);
      expect(missed({ ended: new Set(['resource-api']) })).toEqual(['servers that ended']);
    });

    it('say nothing of answers that nobody read', () => {
      const unread = measured({ answers: [{ statuses: {}, slowestMs: 0, wronglyRefused: 0 }] });
      expect(createRows(unread)).toHaveLength(createRows(measured()).length - 1);
    });

    it('have names of their own, for each behaviour', () => {
      const names = behaviours
        .flatMap((behaviour) => createRows(measured({ behaviour })))
        .map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(formatLines(measured())[0]).toBe('documents unread, p50 / p99 in ms:');
    });
  });
});
