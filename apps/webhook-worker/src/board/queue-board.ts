import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVENTS_QUEUE, LANE_QUEUES, TESTS_QUEUE } from '@app/events';
import { sameBytes, sha256 } from '@app/kernel';
import { bullConnection, bullPrefix, closeBull, type RedisSettings } from '@app/redis';
import { isForwarded, isOwnSite } from './own-site.js';

const PATH = '/queues';
/** Most bytes that the board sends: an edited job. */
const MAX_BODY_BYTES = 64 * 1024;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Who may use the board, and from where. */
interface BoardAccess {
  /** Undefined: on loopback only. */
  password: string | undefined;
  /** Host names of the board, without ports. */
  hosts: readonly string[];
}

/**
 * The queue board for operators: with the password from the settings and any user name, or without a password on
 * loopback only; for its own pages, never for those of another site.
 */
export async function serveQueueBoard(
  fastify: FastifyInstance,
  redis: RedisSettings,
  { password, hosts }: BoardAccess,
): Promise<void> {
  const names = hosts.map((host) => host.toLowerCase());
  const queueNames = [EVENTS_QUEUE, ...Object.values(LANE_QUEUES), TESTS_QUEUE];
  const queues = queueNames.map(
    (name) => new Queue(name, { connection: bullConnection(redis, 'producer'), prefix: bullPrefix(redis) }),
  );
  for (const queue of queues) queue.on('error', () => undefined);
  fastify.addHook('onClose', async () => {
    await Promise.all(queues.map(closeBull));
  });
  const adapter = new FastifyAdapter();
  adapter.setBasePath(PATH);
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: adapter });
  await fastify.register(
    async (board) => {
      board.addHook('onRequest', async (request, reply) => {
        if (!isOwnSite(request.headers, names)) return refuse(reply);
        if (!mayEnter(request, password)) return refuse(reply, password);
      });
      board.addHook('onSend', async (_request, reply) => {
        void reply.headers({
          'content-security-policy':
            "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'x-frame-options': 'DENY',
        });
      });
      // elsewhere a guard reads the bodies; here only operators send any
      board.addContentTypeParser<string>(
        'application/json',
        { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
        board.getDefaultJsonParser('remove', 'remove'),
      );
      await board.register(adapter.registerPlugin());
    },
    { prefix: PATH },
  );
}

function mayEnter(request: FastifyRequest, password: string | undefined): boolean {
  if (password === undefined)
    return LOOPBACK.has(request.socket.remoteAddress ?? '') && !isForwarded(request.headers);
  const given = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [, secret] = /^[^:]*:(.*)$/s.exec(Buffer.from(given ?? '', 'base64').toString()) ?? [];
  return secret !== undefined && sameBytes(sha256(secret), sha256(password));
}

function refuse(reply: FastifyReply, password?: string): FastifyReply {
  if (password !== undefined) void reply.header('www-authenticate', 'Basic realm="queues"');
  return reply
    .code(password === undefined ? 403 : 401)
    .type('text/plain')
    .send('No access to the queue board.');
}
