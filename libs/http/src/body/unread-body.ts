import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { hasBody } from './read-body.js';

/** Maximum bytes of a refused body that are read, and for how long. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
const MAX_READ_MS = 10_000;

const answeredEarly = new WeakSet<Duplex>();

/** Whether the request that is still arriving on this connection has already been answered. */
export const isAnsweredEarly = (socket: Duplex): boolean => answeredEarly.has(socket);

/**
 * Sends an answer to a request whose body has not arrived immediately, and ends it once the body has arrived.
 * Otherwise, clients that send everything before they read would see a broken connection instead of the refusal (401,
 * 413 ...). The amount is limited, so that no client can hold a connection by sending more.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    const isUnread = !raw.complete && !raw.readableEnded && !raw.destroyed && hasBody(request);
    if (!isUnread || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return done(null, payload);
    void reply.header('content-length', Buffer.byteLength(payload));
    done(null, Readable.from(untilRead(request, payload)));
  });
}

async function* untilRead({ raw }: FastifyRequest, payload: string | Buffer): AsyncGenerator<Buffer> {
  const { socket } = raw;
  answeredEarly.add(socket);
  yield Buffer.from(payload as string);
  const hasArrived = await discardBody(raw);
  answeredEarly.delete(socket);
  if (!hasArrived) socket.destroySoon();
}

/** @returns whether the rest of the body arrived within the bounds */
const discardBody = (raw: FastifyRequest['raw']): Promise<boolean> =>
  new Promise((resolve) => {
    let remainingBytes = MAX_READ_BYTES;
    const end = (hasArrived: boolean) => {
      clearTimeout(timer);
      raw.off('data', count).off('end', arrived).off('error', gone).off('close', gone);
      resolve(hasArrived);
    };
    const arrived = () => end(true);
    const gone = () => end(false);
    const count = (chunk: Buffer) => {
      if ((remainingBytes -= chunk.length) < 0) end(false);
    };
    const timer = setTimeout(gone, MAX_READ_MS).unref();
    raw.on('data', count).on('end', arrived).on('error', gone).on('close', gone).resume();
    if (raw.readableEnded) arrived();
  });
