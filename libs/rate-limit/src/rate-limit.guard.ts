import {
  Injectable,
  Module,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type OnModuleDestroy,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Actor } from '@app/access';
import { CLOCK, LOGGER, TooManyRequests, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { REDIS, type RedisSettings } from '@app/redis';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiter, rateLimitHeaders, type RateLimit } from './rate-limiter.js';

/** Limits the requests of each client in each portal; answers 429 with Retry-After beyond the limit. */
@Injectable()
class RateLimitGuard implements CanActivate, OnModuleDestroy {
  constructor(private readonly limiter: RateLimiter) {}

  async onModuleDestroy(): Promise<void> {
    await this.limiter.close();
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { actor } = http.getRequest<{ actor?: Actor }>();
    if (!actor) return true;
    const allowance = this.limiter.take(`${actor.clientId}:${actor.claims.portal_id ?? '-'}`);
    const headers = rateLimitHeaders(this.limiter.policy, allowance);
    if (!allowance.isAllowed) throw new TooManyRequests(allowance.resetSeconds, headers);
    void http.getResponse<FastifyReply>().headers(headers);
    return true;
  }
}

/** Rate limits on every route with a token; imported after AccessModule, whose guards run first. */
@Module({})
export class RateLimitModule {
  static forRoot(policy: RateLimit): DynamicModule {
    return {
      module: RateLimitModule,
      providers: [
        {
          provide: RateLimiter,
          useFactory: (redis: Redis, settings: RedisSettings, clock: Clock, logger: Logger) =>
            new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger),
          inject: [REDIS, SETTINGS, CLOCK, LOGGER],
        },
        { provide: APP_GUARD, useClass: RateLimitGuard },
      ],
    };
  }
}
