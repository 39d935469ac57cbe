import { isTracing, readTraceparent, startSpan, type OpenSpan } from '@app/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** The id of the trace of a request; undefined without tracing. */
export const findTraceId = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId;

/**
 * A span for each request, which begins a new trace. The caller's own trace is only linked, so that callers decide
 * neither whether we record nor to which trace the span belongs. Only the route of the URL is recorded.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isTracing() || request.url.startsWith('/health/')) return done();
    const route = request.is404 ? undefined : request.routeOptions.url;
    const span = startSpan(`${request.method} ${route ?? 'none'}`, {
      kind: 'server',
      parent: 'root',
      link: readTraceparent(request.headers['traceparent']),
      attributes: {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'request.ref': request.id,
      },
    });
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  // reading the body loses the running span
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode));
    span?.end();
    done();
  });
}
