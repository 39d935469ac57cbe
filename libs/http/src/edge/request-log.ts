import { redactUrl } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logFields, findRefusal } from './request-facts.js';

/**
 * Logs a line about an answered request, with secrets in its URL removed. A 503 is a warning with its reason. Health
 * checks are logged only at `debug`, because changes of dependencies are logged separately.
 */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status } = reply;
  const level = request.url.startsWith('/health/') ? 'debug' : status === 503 ? 'warn' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  const line = {
    ...logFields(request),
    method: request.method,
    url: redactUrl(request.url, request.routeOptions.url),
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    ...findRefusal(request),
  };
  logger[level](line, `${line.method} ${line.url} ${line.status}`);
}

/** {@link logRequest} for every request, with or without a route. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(logger, request, reply);
    done();
  });
}
