import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '@app/kernel';
import { RateLimiter, rateLimitHeaders } from '@app/rate-limit';
import { REDIS, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import type { Client } from '../clients/index.js';
import { SETTINGS, type Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';

/** Token requests of one client, counted once it has proven who it is: nobody else can use its budget up. */
@Injectable()
export class TokenRequestLimit implements OnModuleDestroy {
  readonly #limiter: RateLimiter | undefined;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(REDIS_SETTINGS) redisSettings: RedisSettings,
    @Inject(CLOCK) clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const policy = { name: 'token', limit: settings.TOKEN_REQUESTS_PER_MINUTE, windowSeconds: 60 };
    if (settings.RATE_LIMITS) this.#limiter = new RateLimiter(policy, redis, redisSettings.prefix, clock);
  }

  onModuleDestroy(): void {
    this.#limiter?.close();
  }

  /** @throws TemporarilyUnavailable 429 beyond the limit. */
  take(client: Client, reply: FastifyReply): void {
    if (!this.#limiter) return;
    const allowance = this.#limiter.take(client.clientId);
    void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
    if (!allowance.isAllowed) throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }
}
