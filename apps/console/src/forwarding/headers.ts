import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'undici/types/header.js';

/**
 * The headers that the page may set itself. Everything else, such as credentials and addresses of proxies, stays here.
 */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'user-agent',
];
/** The headers of an answer that reach the page: no cookies, policies or headers of the connection. */
const responseHeaders = [
  'content-disposition',
  'content-language',
  'content-type',
  'deprecation',
  'etag',
  'last-modified',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'warning',
];

/** The headers of a forwarded request: allowed headers of the page, the token, and the client's address. */
export function forwardedHeaders(request: FastifyRequest, token: string): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': request.ip,
  };
  for (const name of requestHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** The headers of an answer that the page gets. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of responseHeaders) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}
