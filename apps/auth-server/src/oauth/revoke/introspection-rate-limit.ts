import { Injectable, Optional } from '@nestjs/common';
import { loadLimits } from '@app/kernel';
import { RateLimiters, rateLimitHeaders, type RateLimiter } from '@app/rate-limit';
import type { FastifyReply } from 'fastify';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';

/**
 * Limits how often a client introspects and revokes, separately from its token requests. A request counts only after
 * the client has authenticated, so other callers cannot use up its budget.
 */
@Injectable()
export class IntrospectionRateLimit {
  readonly #limiter: RateLimiter | undefined;

  constructor(@Optional() limiters?: RateLimiters) {
    this.#limiter = limiters?.open({ name: 'look', limit: loadLimits.look.most, windowSeconds: 60 });
  }

  /**
   * Counts a request, and sets the headers that describe the limit.
   * @param key the client's `createBudgetKey`
   * @throws TemporarilyUnavailable 429 over the limit
   */
  count(key: string, reply: Pick<FastifyReply, 'headers'>): void {
    if (!this.#limiter) return;
    const allowance = this.#limiter.count(key);
    void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
    if (!allowance.isAllowed) throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }
}
