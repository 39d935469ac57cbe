import type { FastifyRequest } from 'fastify';

/** Where a request comes from, for rate limits and the audit log. */
export interface RequestOrigin {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
}

export function requestOrigin(request: FastifyRequest): RequestOrigin {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    requestId: request.id,
  };
}
