import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How much of a body that is refused anyway is still taken in, and for how long. */
const bytes = 32 * 1024 * 1024;
const milliseconds = 10_000;

/** Whether a body comes with the request; it may still turn out to be empty. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Holds an answer back until the request's body has arrived: clients that send all before they read would see a broken
 * connection instead of the refusal (413, 401 ...), when the server answers early and closes. Bounded, so that nobody
 * keeps a connection by sending on.
 */
export function takeInUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || raw.destroyed || !hasBody(request)) return done(null, payload);
    let left = bytes;
    const answer = () => {
      clearTimeout(timer);
      raw.off('data', count).off('end', answer).off('error', answer).off('close', answer);
      done(null, payload);
    };
    const count = (chunk: Buffer) => {
      if ((left -= chunk.length) < 0) answer();
    };
    const timer = setTimeout(answer, milliseconds);
    raw.on('data', count).on('end', answer).on('error', answer).on('close', answer).resume();
  });
}
