import type { FastifyInstance } from 'fastify';
import { expectPrivateLog, privateRequests } from '@app/testing';
import { pino } from 'pino';
import { EVENTS_QUEUE, LANE_QUEUES, TESTS_QUEUE } from '@app/events';
import { createWebhookWorker } from '../../app.js';
import { getFastify, useDelivery } from '../../../test/delivery-harness.js';

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

const authority = 'localhost:4002';

/** Browser headers, including those that another site's page can cause. */
const foreign: [what: string, headers: Record<string, string>][] = [
  ['a name that its owner points at this machine', { host: 'rebound.evil.example:4002' }],
  ['a name that begins like ours', { host: 'localhost.evil.example' }],
  ['a name that ends like ours', { host: 'evil-localhost' }],
  ['two names', { host: 'localhost, evil.example' }],
  ['no readable name', { host: 'user@localhost:4002' }],
  ['no name', { host: ' ' }],
  ['a page elsewhere', { host: authority, origin: 'https://evil.example' }],
  ['a page of a frame without an origin', { host: authority, origin: 'null' }],
  ['another port of this machine', { host: authority, origin: 'http://localhost:3000' }],
  ['another name of this machine', { host: authority, origin: 'http://127.0.0.1:4002' }],
  ['a link elsewhere', { host: authority, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a page of another port', { host: authority, 'sec-fetch-site': 'same-site' }],
  ['an image elsewhere', { host: authority, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
];
const ours: [what: string, headers: Record<string, string>][] = [
  ['the board itself', { host: authority, origin: `http://${authority}`, 'sec-fetch-site': 'same-origin' }],
  ['the address bar', { host: authority, 'sec-fetch-site': 'none' }],
  ['the IPv4 address', { host: '127.0.0.1:4002' }],
  ['the IPv6 address', { host: '[::1]:4002', origin: 'http://[::1]:4002' }],
  ['upper case', { host: 'LOCALHOST' }],
];
const places = ['/queues', '/queues/', '/queues/api/queues', '/queues/static/main.js'];

/** From other sites nothing can be read, posted or allowed by preflight; from its own everything can. */
async function expectOwnSiteAlone(board: FastifyInstance, headers: Record<string, string>): Promise<void> {
  for (const [what, sent] of foreign) {
    for (const url of places) {
      const answer = await board.inject({ url, headers: { ...headers, ...sent } });
      expect([what, url, answer.statusCode]).toEqual([what, url, 403]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    const url = `/queues/api/queues/${TESTS_QUEUE}/add`;
    const payload = { name: 'from elsewhere', data: {}, options: { delay: 3_600_000 } };
    const posted = await board.inject({ method: 'POST', url, headers: { ...headers, ...sent }, payload });
    expect([what, posted.statusCode]).toEqual([what, 403]);
  }
  const preflight = {
    host: authority,
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
  };
  const response = await board.inject({ method: 'OPTIONS', url: '/queues/api/queues', headers: preflight });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  for (const name of Object.keys(response.headers)) expect(name).not.toMatch(/^access-control/);
  for (const [what, sent] of ours) {
    const answer = await board.inject({ url: '/queues/api/queues', headers: { ...headers, ...sent } });
    expect([what, answer.statusCode]).toEqual([what, 200]);
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
}

describe('the queue board', () => {
  const password = 'a password of operators';
  const stack = useDelivery(() => Promise.resolve({ QUEUE_BOARD_PASSWORD: password }));
  let board: FastifyInstance;
  beforeAll(async () => {
    board = getFastify(await stack.startWorker());
  });

  it('requires the password, even on loopback', async () => {
    for (const headers of [{}, basic('ada', 'wrong'), { authorization: 'Bearer x' }, basic(password, '')]) {
      for (const url of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/main.js']) {
        const answer = await board.inject({ url, headers });
        expect([url, answer.statusCode]).toEqual([url, 401]);
        expect(answer.headers['www-authenticate']).toBe('Basic realm="queues"');
      }
    }
  });

  it('shows every queue with the password and any user name', async () => {
    const page = await board.inject({ url: '/queues', headers: basic('anybody', password) });
    expect(page).toMatchObject({ statusCode: 200 });
    expect(page.headers['content-type']).toContain('text/html');
    const list = await board.inject({ url: '/queues/api/queues', headers: basic('', password) });
    const names = list.json<{ queues: { name: string }[] }>().queues.map(({ name }) => name);
    expect(names.sort()).toEqual([EVENTS_QUEUE, ...Object.values(LANE_QUEUES), TESTS_QUEUE].sort());
  });

  it('does not answer other sites, whatever their name', async () => {
    await expectOwnSiteAlone(board, basic('ada', password));
  });

  it('accepts an operator’s requests', async () => {
    const added = await board.inject({
      method: 'POST',
      url: `/queues/api/queues/${TESTS_QUEUE}/add`,
      headers: basic('', password),
      payload: { name: 'by-hand', data: {}, options: { delay: 3_600_000 } },
    });
    expect([added.statusCode, added.json()]).toMatchObject([200, { job: { name: 'by-hand' } }]);
  });
});

describe('the queue board without a password', () => {
  const stack = useDelivery();
  let board: FastifyInstance;
  beforeAll(async () => {
    board = getFastify(await stack.startWorker());
  });

  it('answers on loopback only', async () => {
    expect(await board.inject({ url: '/queues', remoteAddress: '127.0.0.1' })).toMatchObject({
      statusCode: 200,
    });
    expect(await board.inject({ url: '/queues', remoteAddress: '203.0.113.9' })).toMatchObject({
      statusCode: 403,
    });
    // a proxy on this machine forwards requests from other machines
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'])
      expect(
        await board.inject({ url: '/queues', remoteAddress: '127.0.0.1', headers: { [name]: '127.0.0.1' } }),
      ).toMatchObject({ statusCode: 403 });
  });

  it('is the target of the redirect from `/`', async () => {
    const { statusCode, headers } = await board.inject({ url: '/' });
    expect([statusCode, headers.location]).toEqual([302, '/queues']);
  });

  it('loads nothing from other sites', async () => {
    const { body } = await board.inject({ url: '/queues' });
    const addresses = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
  });

  it('does not answer other sites, whatever their name', async () => {
    await expectOwnSiteAlone(board, {});
  });

  it('leaves no token from a path and no personal value from a query in the request log, as no route of the worker does', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const { app, routes } = await createWebhookWorker(stack.config, { logger });
    try {
      await app.listen(0, '127.0.0.1');
      const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
      // routes of the board, which are added on its first request
      const board = ['/queues', '/queues/api/queues', '/queues/api/queues/:queueName/:jobId'];
      const entries = [...routes.entries, ...board.map((url) => ({ method: 'GET', url }))];
      const requests = privateRequests(entries, { paths: {} }, () => false);
      const walked = requests.map(({ route }) => route);
      expect(walked).toEqual(expect.arrayContaining(['/health/live', '/health/ready']));
      expect(walked.some((route) => route.startsWith('/queues/api/'))).toBe(true);
      // one for which the queue board is closed, and one for which it is open
      for (const host of ['x', 'localhost']) await expectPrivateLog(url, requests, lines, host);
    } finally {
      await app.close();
    }
  });
});

describe('the queue board under its own host name', () => {
  const stack = useDelivery(() => Promise.resolve({ QUEUE_BOARD_HOSTS: ['queues.example', 'localhost'] }));

  it('answers only at the names in QUEUE_BOARD_HOSTS', async () => {
    const board = getFastify(await stack.startWorker());
    for (const [host, status] of [
      ['queues.example', 200],
      ['queues.example:8443', 200],
      ['localhost:4002', 200],
      ['127.0.0.1:4002', 403],
      ['x.queues.example', 403],
    ] as const)
      expect([host, (await board.inject({ url: '/queues', headers: { host } })).statusCode]).toEqual([
        host,
        status,
      ]);
  });
});
