import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait for the one before them; a client that sends more loses its connection. */
const MAX_WAITING = 16;

const underWay = Symbol('request under way');
const waiting = Symbol('requests that wait');
type ConnectionInTurns = Socket & { [underWay]?: boolean; [waiting]?: (() => void)[] };

/**
 * Lets each connection have one request under way. The next one begins when the kernel has taken the answer before it,
 * so a client that does not read has one answer in memory, however many it asked for. Node itself pauses a connection
 * only after it has parsed everything that came at once, some 1,000 requests.
 */
export function serveInTurns(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const socket = request.raw.socket as ConnectionInTurns;
    if (!socket[underWay]) {
      socket[underWay] = true;
      return done();
    }
    const line = (socket[waiting] ??= []);
    if (line.length >= MAX_WAITING) return void socket.destroy();
    line.push(done);
  });
  // requests of a connection that has gone are forgotten with it
  fastify.addHook('onResponse', (request, _reply, done) => {
    const socket = request.raw.socket as ConnectionInTurns;
    const next = socket.destroyed ? undefined : socket[waiting]?.shift();
    if (next) next();
    else socket[underWay] = false;
    done();
  });
}
