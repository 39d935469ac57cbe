import type { FastifyInstance } from 'fastify';
import { assertOwnPage } from './own-page.js';

/** Beside those of every server: nothing here is meant for another origin, or to be kept by a cache. */
const headers = {
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** Adds the headers of every answer, and refuses what did not come from the console's own page. */
export function guardRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    const route = request.routeOptions.url ?? '';
    if (route.startsWith('/bff/')) void reply.header('cache-control', 'no-store');
    assertOwnPage(request, route);
    done();
  });
}
