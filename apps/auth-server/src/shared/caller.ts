import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for throttles and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  /** When the request reached this process, by the process' own clock, in milliseconds since 1970. */
  arrivedAt: number;
}

const arrivals = new WeakMap<object, number>();

/** Notes the arrival before anything waits. */
export function noteArrival(request: FastifyRequest): void {
  arrivals.set(request.raw, performance.timeOrigin + performance.now());
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
    arrivedAt: arrivals.get(request.raw) ?? performance.timeOrigin + performance.now(),
  };
}
