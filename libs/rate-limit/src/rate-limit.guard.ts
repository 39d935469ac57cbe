import {
  Inject,
  Injectable,
  Module,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type OnModuleDestroy,
} from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { countsClients, hasAuthorization, type Actor } from '@app/access';
import { CLOCK, LOGGER, TooManyRequests, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { REQUEST_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import { REDIS, type RedisSettings } from '@app/redis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { NetworkLimit } from './network-limit.js';
import { RateLimiter, rateLimitHeaders, type RateLimit } from './rate-limiter.js';
import { WrittenBytesModule } from './written-bytes.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits the requests of each client in each portal, and those that have an Authorization header but need none of each
 * network. Answers 429 with Retry-After beyond the limit. Counts changes towards what the portal writes.
 */
@Injectable()
class RateLimitGuard implements CanActivate, OnModuleDestroy {
  constructor(
    private readonly clients: RateLimiter,
    private readonly networks: NetworkLimit,
    @Inject(WRITTEN_BYTES) private readonly written: WrittenBytes,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.clients.close();
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
    const allowance = this.clients.count(`${clientId}:${claims.portal_id ?? '-'}`);
    const headers = rateLimitHeaders(this.clients.policy, allowance);
    if (!allowance.isAllowed) throw new TooManyRequests(allowance.resetSeconds, headers);
    void reply.headers(headers);
    if (claims.portal_id !== undefined && !reads.has(request.method))
      this.written.add(claims.portal_id, REQUEST_BYTES, clientId);
    return true;
  }
}

const inject = [REDIS, SETTINGS, CLOCK, LOGGER];

const makeLimiter = (
  policy: RateLimit,
  redis: Redis,
  settings: RedisSettings,
  clock: Clock,
  logger: Logger,
) => new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger);

/** Rate limits on every route; imported after AccessModule, whose guards run first. */
@Module({})
export class RateLimitModule {
  /**
   * @param clients for requests with a token
   * @param networks for those without credentials
   */
  static forRoot(clients: RateLimit, networks: RateLimit): DynamicModule {
    return {
      module: RateLimitModule,
      imports: [WrittenBytesModule],
      providers: [
        {
          provide: RateLimiter,
          useFactory: (redis: Redis, settings: RedisSettings, clock: Clock, logger: Logger) =>
            makeLimiter(clients, redis, settings, clock, logger),
          inject,
        },
        {
          provide: NetworkLimit,
          useFactory: (
            host: HttpAdapterHost,
            redis: Redis,
            settings: RedisSettings,
            clock: Clock,
            logger: Logger,
          ) => new NetworkLimit(makeLimiter(networks, redis, settings, clock, logger), host),
          inject: [HttpAdapterHost, ...inject],
        },
        { provide: APP_GUARD, useClass: RateLimitGuard },
      ],
    };
  }
}
