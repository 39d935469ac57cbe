import { Global, Inject, Injectable, Module, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { countsClients, hasAuthorization, type Actor } from '@app/access';
import { TooManyRequests, SETTINGS } from '@app/kernel';
import { REQUEST_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NetworkLimit, type RateLimitSettings } from './network-limit.js';
import { rateLimitHeaders, type RateLimiter } from './rate-limiter.js';
import { RateLimiters } from './rate-limiters.js';
import { BodyCounter, SharedWrittenBytes } from './written-bytes.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits the requests of each client in each portal; on routes that need no token, requests with an Authorization
 * header count towards their network. Answers 429 with Retry-After over the limit. Counts changes towards the bytes
 * that the portal writes.
 */
@Injectable()
class RateLimitGuard implements CanActivate {
  readonly #clients: RateLimiter;

  constructor(
    limiters: RateLimiters,
    private readonly networks: NetworkLimit,
    @Inject(WRITTEN_BYTES) private readonly written: WrittenBytes,
    @Inject(SETTINGS) settings: RateLimitSettings,
  ) {
    this.#clients = limiters.open({
      name: 'api',
      limit: settings.API_REQUESTS_PER_MINUTE,
      windowSeconds: 60,
    });
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { actor?: Actor }>();
    const reply = http.getResponse<FastifyReply>();
    if (!request.actor) {
      const isCounted = !hasAuthorization(request) || countsClients(context);
      const refusal = isCounted ? undefined : this.networks.refusal(request, reply);
      if (refusal) throw refusal;
      return true;
    }
    const { clientId, claims } = request.actor;
    const allowance = this.#clients.count(`${clientId}:${claims.portal_id ?? '-'}`);
    const headers = rateLimitHeaders(this.#clients.policy, allowance);
    if (!allowance.isAllowed) throw new TooManyRequests(allowance.resetSeconds, headers);
    void reply.headers(headers);
    if (claims.portal_id !== undefined && !reads.has(request.method))
      this.written.add(claims.portal_id, REQUEST_BYTES, clientId);
    return true;
  }
}

/**
 * Rate limits on every route, and on the bytes that a portal writes ({@link WRITTEN_BYTES}). Import it after
 * AccessModule, whose guards run first.
 */
@Global()
@Module({
  providers: [
    RateLimiters,
    NetworkLimit,
    BodyCounter,
    { provide: WRITTEN_BYTES, useClass: SharedWrittenBytes },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [RateLimiters, WRITTEN_BYTES],
})
export class RateLimitModule {}
