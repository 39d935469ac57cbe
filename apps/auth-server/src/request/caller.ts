import type { FastifyRequest } from 'fastify';
import { arrivalOf } from './arrivals.js';

/** Where a request comes from, for throttles and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  /** When the request reached this process, by the process' own clock, in milliseconds since 1970. */
  arrivedAt: number;
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
    arrivedAt: arrivalOf(request.raw),
  };
}
