import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger, SETTINGS } from '@app/kernel';
import { RateLimiter, rateLimitHeaders } from '@app/rate-limit';
import { REDIS } from '@app/redis';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import type { Settings } from '../../config.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';

/** Requests a minute: a resource server may introspect for each that it gets. */
const LOOKS_PER_MINUTE = 3_000;

/**
 * Limits how often a client introspects and revokes, apart from its token requests. A request counts only after
 * the client has authenticated, so nobody else can use up its budget.
 */
@Injectable()
export class LookLimit implements OnModuleDestroy {
  readonly #limiter: RateLimiter | undefined;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const policy = { name: 'look', limit: LOOKS_PER_MINUTE, windowSeconds: 60 };
    if (settings.RATE_LIMITS)
      this.#limiter = new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#limiter?.close();
  }

  /**
   * Counts a request, and describes the limit.
   * @param key the client's `createBudgetKey`
   * @throws TemporarilyUnavailable 429 beyond the limit
   */
  count(key: string, reply: Pick<FastifyReply, 'headers'>): void {
    if (!this.#limiter) return;
    const allowance = this.#limiter.count(key);
    void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
    if (!allowance.isAllowed) throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }
}
