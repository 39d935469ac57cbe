import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for rate limits and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
  };
}
