import type { FastifyRequest } from 'fastify';

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Warning, WWW-Authenticate',
};

/** Additional headers for preflights; Swagger UI sends X-Requested-With to the token endpoint. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Api-Version, Idempotency-Key, If-Match, X-User-Token, X-Requested-With',
  'access-control-max-age': '600',
  'content-length': '0',
};

const security = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

const securityAndCors = { ...security, ...cors };

/**
 * Headers of every answer (contract 1.10); pages replace some of them. Created once, because plugins would create them
 * for each request.
 */
export const answerHeaders = (hasCors: boolean): Readonly<Record<string, string>> =>
  hasCors ? securityAndCors : security;

/**
 * The request that a browser sends before a cross-origin one (Fetch, "CORS-preflight request"); any other OPTIONS is an
 * ordinary method.
 */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;
