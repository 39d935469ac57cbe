import type { Logger } from '@app/kernel';
import type { FastifyInstance } from 'fastify';

/**
 * Warns once of a proxy that TRUSTED_PROXIES does not name. All of its clients would count as one network, and one of
 * them could use up the limits of all.
 */
export function watchForUntrustedProxy(fastify: FastifyInstance, logger: Logger): void {
  let isTold = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const peer = request.raw.socket.remoteAddress;
    // of a trusted proxy, Fastify also reads the addresses in the header
    const isTrusted = (request.ips?.length ?? 1) > 1;
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && !isTrusted) {
      isTold = true;
      logger.warn(
        { peer },
        `a request from ${peer} has X-Forwarded-For, but TRUSTED_PROXIES does not name that address: if it is a proxy, all of its clients count as one network`,
      );
    }
    done();
  });
}
