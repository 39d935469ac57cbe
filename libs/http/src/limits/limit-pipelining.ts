import { loadLimits, meetLimit } from '@app/kernel';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

const waiting = Symbol('requests that wait');
/** Undefined while no request is under way. */
type ConnectionInTurns = Socket & { [waiting]?: (() => void)[] | undefined };

/**
 * Lets each connection have one request under way. The next one begins when the kernel has taken the answer before it.
 * So a client that does not read has one answer in memory, however many it asked for. Node itself pauses a connection
 * only after it has parsed everything that came at once, some 1,000 requests: those beyond the limit cost nothing more.
 */
export function limitPipelining(server: Server): void {
  const [serve] = server.listeners('request') as [RequestListener];
  const begin = (...[request, response]: Parameters<RequestListener>): void => {
    response.once('close', () => endTurn(request));
    serve.call(server, request, response);
  };
  server.off('request', serve);
  server.on('request', (request, response) => {
    meetLimit('pipelining');
    const socket = request.socket as ConnectionInTurns;
    const line = socket[waiting];
    if (!line) {
      socket[waiting] = [];
      begin(request, response);
    } else if (line.length < loadLimits.pipelining.most) line.push(() => begin(request, response));
    else socket.destroy();
  });
}

/** Requests of a connection that has gone are forgotten with it. */
function endTurn(request: IncomingMessage): void {
  const socket = request.socket as ConnectionInTurns;
  const next = socket.destroyed ? undefined : socket[waiting]?.shift();
  if (next) next();
  else if (!socket.destroyed) socket[waiting] = undefined;
}
