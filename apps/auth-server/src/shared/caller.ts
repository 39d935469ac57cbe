import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for throttles and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  /** When the request reached this process, by the process' own clock, in milliseconds since 1970. */
  arrivedAt: number;
}

/** Milliseconds by which a connection may be older than its first request and still tell when that one came. */
const longestHandshake = 500;

const now = (): number => performance.timeOrigin + performance.now();
const arrivals = new WeakMap<object, number>();
const connections = new WeakMap<object, number>();

/** Notes when a connection was accepted: a busy process reads its first request later than that. */
export function noteConnection(socket: object): void {
  connections.set(socket, now());
}

/** Notes the arrival of a request before anything waits. */
export function noteArrival(request: FastifyRequest): void {
  const { socket } = request.raw;
  const accepted = connections.get(socket);
  connections.delete(socket);
  arrivals.set(request.raw, accepted === undefined ? now() : Math.max(accepted, now() - longestHandshake));
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
    arrivedAt: arrivals.get(request.raw) ?? now(),
  };
}
