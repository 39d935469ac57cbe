import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { REDIS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { RateLimiter, type RateLimit } from './rate-limiter.js';

/** Opens the rate limiters of a server, and closes them with it. */
@Injectable()
export class RateLimiters implements OnModuleDestroy {
  readonly #opened: RateLimiter[] = [];

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: RedisSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  open(policy: RateLimit): RateLimiter {
    const { redis, settings, clock, logger } = this;
    const limiter = new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger);
    this.#opened.push(limiter);
    return limiter;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#opened.map((limiter) => limiter.close()));
  }
}
