import { metrics } from '@app/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The label of requests without a route, because a label must not contain texts from callers. */
const NO_ROUTE = 'none';

/** Counts an answered request, by the template of its route. */
export function measureRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { url } = request.routeOptions;
  const labels = { method: request.method, route: request.is404 || url === undefined ? NO_ROUTE : url };
  metrics.http_requests_total.inc({ ...labels, status: reply.statusCode });
  metrics.http_request_duration_seconds.observe(labels, reply.elapsedTime / 1000);
}

/**
 * Counts connections that are refused before there is a request, for instance if they are not HTTP.
 * @param status of the answer
 */
export function measureRefusal(status: number): void {
  metrics.http_requests_total.inc({ method: NO_ROUTE, route: NO_ROUTE, status });
}

/** {@link measureRequest} for every request, with or without a route. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    measureRequest(request, reply);
    done();
  });
}
