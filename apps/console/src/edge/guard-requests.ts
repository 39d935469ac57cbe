import type { FastifyInstance } from 'fastify';
import type { ConsoleLimits } from './console-limits.js';
import { assertOwnPage } from './own-page.js';

/** In addition to those of every server: no answer is for other origins or for caches. */
const headers = {
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** Counts requests, adds the headers of every answer, and refuses requests that the console's own page did not send. */
export function guardRequests(fastify: FastifyInstance, limits: ConsoleLimits): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    const route = request.routeOptions.url ?? '';
    if (!route.startsWith('/health/')) limits.countRequest(request);
    if (route.startsWith('/bff/')) void reply.header('cache-control', 'no-store');
    assertOwnPage(request, route);
    done();
  });
}
