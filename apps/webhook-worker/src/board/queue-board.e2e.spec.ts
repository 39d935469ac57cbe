import type { FastifyInstance } from 'fastify';
import { EVENTS_QUEUE, LANE_QUEUES, TESTS_QUEUE } from '@app/events';
import { fastifyOf, useDelivery } from '../../test/delivery-harness.js';

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

  it('takes what an operator sends', async () => {
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
