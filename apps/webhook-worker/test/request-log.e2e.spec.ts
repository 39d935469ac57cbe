import { expectPrivateLog, privateRequests } from '@app/testing';
import { pino } from 'pino';
import { createWebhookWorker } from '../src/app.js';
import { useDelivery } from './delivery-harness.js';

describe('the request log of the webhook worker', () => {
  const stack = useDelivery();

  it('contains no token from a path and no personal value from a query, whatever the route and the host', async () => {
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
