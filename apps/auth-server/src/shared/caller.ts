import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

/** Where a request comes from, for throttles and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  /** When the request reached this process, by the process' own clock, in milliseconds since 1970. */
  arrivedAt: number;
}

const arrivals = new WeakMap<object, number>();
/** Connections on which no request has been read yet, and when they were made. */
const connections = new WeakMap<Socket, number>();
/** A request is sent as soon as its connection stands; one that follows later than this came by itself. */
const opensAtOnceMs = 250;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Notes when a connection was made: in a busy process its first request is read some while later. */
export function noteConnection(socket: Socket): void {
  connections.set(socket, nowMs());
}

/** Notes the arrival before anything waits. */
export function noteArrival(request: FastifyRequest): void {
  const now = nowMs();
  const { socket } = request.raw;
  const connectedAt = connections.get(socket);
  connections.delete(socket);
  const isFresh = connectedAt !== undefined && now - connectedAt < opensAtOnceMs;
  arrivals.set(request.raw, isFresh ? connectedAt : now);
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
    arrivedAt: arrivals.get(request.raw) ?? nowMs(),
  };
}
