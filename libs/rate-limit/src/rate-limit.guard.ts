import {
  Inject,
  Injectable,
  Module,
  Optional,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type FactoryProvider,
  type OnModuleDestroy,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { isUncounted, type Actor } from '@app/access';
import { networkOf } from '@app/http';
import { CLOCK, LOGGER, TooManyRequests, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { REDIS, type RedisSettings } from '@app/redis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiter, rateLimitHeaders, type RateLimit } from './rate-limiter.js';

/** Counts requests without a token, where the app has such routes that nothing else limits. */
const NETWORKS = Symbol('Networks');

/**
 * Limits the requests of each client in each portal, and those without a token of each network (/24 or /64); answers
 * 429 with Retry-After beyond the limit.
 */
@Injectable()
class RateLimitGuard implements CanActivate, OnModuleDestroy {
  constructor(
    private readonly clients: RateLimiter,
    @Optional() @Inject(NETWORKS) private readonly networks?: RateLimiter,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.clients.close();
    await this.networks?.close();
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { actor, ip } = http.getRequest<FastifyRequest & { actor?: Actor }>();
    const limiter = actor ? this.clients : isUncounted(context) ? undefined : this.networks;
    if (!limiter) return true;
    const allowance = limiter.take(
      actor ? `${actor.clientId}:${actor.claims.portal_id ?? '-'}` : networkOf(ip),
    );
    const headers = rateLimitHeaders(limiter.policy, allowance);
    if (!allowance.isAllowed) throw new TooManyRequests(allowance.resetSeconds, headers);
    void http.getResponse<FastifyReply>().headers(headers);
    return true;
  }
}

const limiterOf = (policy: RateLimit): Omit<FactoryProvider<RateLimiter>, 'provide'> => ({
  useFactory: (redis: Redis, settings: RedisSettings, clock: Clock, logger: Logger) =>
    new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger),
  inject: [REDIS, SETTINGS, CLOCK, LOGGER],
});

/** Rate limits on every route; imported after AccessModule, whose guards run first. */
@Module({})
export class RateLimitModule {
  /**
   * @param clients for requests with a token
   * @param networks for those without one; absent: the routes of the app that take none have limits of their own
   */
  static forRoot(clients: RateLimit, networks?: RateLimit): DynamicModule {
    return {
      module: RateLimitModule,
      providers: [
        { provide: RateLimiter, ...limiterOf(clients) },
        ...(networks ? [{ provide: NETWORKS, ...limiterOf(networks) }] : []),
        { provide: APP_GUARD, useClass: RateLimitGuard },
      ],
    };
  }
}
