import { Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { problemOfStatus } from '../errors/error.filter.js';

/**
 * Requests whose client waits for 100 Continue before it sends the body (RFC 9110 10.1.1), with the response that sends
 * it.
 */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Lets clients with `Expect: 100-continue` send a body only if it will be read. */
export function handleExpectHeader(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Whether the request has a body; it may still turn out to be empty. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * All bytes of a body.
 * @param limit bytes; a longer body is refused by its Content-Length before anything is read
 * @throws Problem 413; 400 when the client disconnects before the end
 */
export function readBody({ raw }: Pick<FastifyRequest, 'raw'>, limit: number): Promise<Buffer> {
  if (Number(raw.headers['content-length']) > limit) return Promise.reject(problemOfStatus(413));
  const incomplete = (): Problem => new Problem(400, 'incomplete_body', 'The body did not arrive in full.');
  if (raw.destroyed) return Promise.reject(incomplete());
  waiting.get(raw)?.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (done: () => void): void => {
      raw.off('data', append).off('end', end).off('error', broken).off('close', broken);
      done();
    };
    const append = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) settle(() => reject(problemOfStatus(413)));
      else chunks.push(chunk);
    };
    const end = (): void => settle(() => resolve(Buffer.concat(chunks)));
    const broken = (): void => settle(() => reject(incomplete()));
    raw.on('data', append).on('end', end).on('error', broken).on('close', broken);
  });
}
