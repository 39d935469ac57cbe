import { loadLimits, meetLimit } from '@app/kernel';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

const waiting = Symbol('requests that wait');
/** Undefined while no request is in flight. */
type PipelinedConnection = Socket & { [waiting]?: (() => void)[] | undefined };

/**
 * Handles pipelined requests of a connection one at a time. The next one begins when the kernel has accepted the answer
 * before it, so a client that does not read costs one answer in memory. Closes the connection if over 16 wait: Node
 * itself pauses a connection only after it has parsed everything that arrived together, about 1,000 requests.
 */
export function limitPipelining(server: Server): void {
  const [serve] = server.listeners('request') as [RequestListener];
  const begin = (...[request, response]: Parameters<RequestListener>): void => {
    response.once('close', () => endRequest(request));
    serve.call(server, request, response);
  };
  server.off('request', serve);
  server.on('request', (request, response) => {
    meetLimit('pipelining');
    const socket = request.socket as PipelinedConnection;
    const queue = socket[waiting];
    if (!queue) {
      socket[waiting] = [];
      begin(request, response);
    } else if (queue.length < loadLimits.pipelining.most) queue.push(() => begin(request, response));
    else socket.destroy();
  });
}

/** Drops the waiting requests of a closed connection. */
function endRequest(request: IncomingMessage): void {
  const socket = request.socket as PipelinedConnection;
  const next = socket.destroyed ? undefined : socket[waiting]?.shift();
  if (next) next();
  else if (!socket.destroyed) socket[waiting] = undefined;
}
