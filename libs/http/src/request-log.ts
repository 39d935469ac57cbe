import { redactUrl } from '@app/kernel';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** One line per answered request, secrets in addresses removed; health checks only at `debug`. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return;
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      ref: request.id,
      method: request.method,
      url: redactUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    };
    const text = `${line.method} ${line.url} ${line.status}`;
    if (request.url.startsWith('/health/')) logger.debug(line, text);
    else logger.info(line, text);
  });
}
