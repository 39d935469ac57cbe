import { redactUrl } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** One line about an answered request, secrets in its address removed; health checks only at `debug`. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    ref: request.id,
    method: request.method,
    url: redactUrl(request.url, request.routeOptions.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
  };
  const text = `${line.method} ${line.url} ${line.status}`;
  if (request.url.startsWith('/health/')) logger.debug(line, text);
  else logger.info(line, text);
}

/** {@link logRequest} for every request, with or without a route. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return;
  app.addHook('onResponse', async (request, reply) => logRequest(logger, request, reply));
}
