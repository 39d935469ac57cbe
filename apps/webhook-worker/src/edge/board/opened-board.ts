import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import { fastify, type FastifyInstance } from 'fastify';
import { EVENTS_QUEUE, LANE_QUEUES, TESTS_QUEUE } from '@app/events';
import { bullConnection, bullPrefix, closeBull, type RedisSettings } from '@app/redis';

/** The typeface that the page asks for elsewhere; without it, the browser takes its own. */
const foreignLink = /<link\b[^>]*\bhref="https?:[^>]*>/g;

/** The board and its connections to the queues, as an application that does not listen; closing it ends them. */
export async function openBoard(redis: RedisSettings, path: string): Promise<FastifyInstance> {
  const queueNames = [EVENTS_QUEUE, ...Object.values(LANE_QUEUES), TESTS_QUEUE];
  const queues = queueNames.map(
    (name) => new Queue(name, { connection: bullConnection(redis, 'producer'), prefix: bullPrefix(redis) }),
  );
  for (const queue of queues) queue.on('error', () => undefined);
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
  });
  app.addHook('onClose', async () => {
    await Promise.all(queues.map(closeBull));
  });
  app.addHook('onSend', async (_request, reply, payload) =>
    String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
      ? payload.replaceAll(foreignLink, '')
      : payload,
  );
  const adapter = new FastifyAdapter();
  adapter.setBasePath(path);
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: adapter });
  await app.register(adapter.registerPlugin(), { prefix: path });
  return app;
}
