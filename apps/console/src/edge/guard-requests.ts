import type { FastifyInstance } from 'fastify';
import type { ConsoleLimits } from './console-limits.js';
import { assertOwnPage } from './own-page.js';

/** Beside those of every server: nothing here is meant for another origin, or to be kept by a cache. */
const headers = {
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** Counts requests, adds the headers of every answer, and refuses what did not come from the console's own page. */
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
