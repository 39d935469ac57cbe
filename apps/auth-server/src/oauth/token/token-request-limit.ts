import { Inject, Injectable, Optional } from '@nestjs/common';
import { maxEntries, SETTINGS, sha256 } from '@app/kernel';
import { RateLimiters, rateLimitHeaders, type RateLimiter } from '@app/rate-limit';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createBudgetKey, type Client } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import type { TokenAttempt } from './token-attempt.js';

/**
 * Limits the token requests of each client. A request counts only after the client has authenticated, so other callers
 * cannot use up its budget. Anyone can pose as a client without a secret, so its requests are counted by network (/24
 * or /64). A client may have its own limit.
 */
@Injectable()
export class TokenRequestLimit {
  readonly #limiter: RateLimiter | undefined;
  /** The limit that a client last exceeded here and the digest of the secret that it sent, by its budget key. */
  readonly #refused = new LRUCache<string, { limit: number; secret: string }>(maxEntries(10_000));

  constructor(@Inject(SETTINGS) settings: Settings, @Optional() limiters?: RateLimiters) {
    const limit = settings.TOKEN_REQUESTS_PER_MINUTE;
    this.#limiter = limiters?.open({ name: 'token', limit, windowSeconds: 60 });
  }

  /**
   * Refuses clients that exceeded the limit in this window with the same secret before they are looked up, so a flood
   * from one client costs no queries. Without the right secret, a caller cannot learn that the limit is used up.
   * @throws TemporarilyUnavailable 429 over the limit
   */
  refuseRepeated(attempt: TokenAttempt, reply: FastifyReply): void {
    if (!this.#limiter) return;
    const key = getBudgetKey(attempt);
    const refused = this.#refused.get(key);
    if (refused?.secret !== hashSecret(attempt)) return;
    const allowance = this.#limiter.peek(key, refused.limit);
    if (allowance.isAllowed) return;
    attempt.allowance = allowance;
    this.describe(attempt, reply);
    throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }

  /**
   * Counts an attempt whose client has authenticated, once.
   * @returns false over the limit; then nothing was counted
   */
  count(attempt: TokenAttempt, { tokenRequestsPerMinute }: Client): boolean {
    attempt.allowance ??= this.#limiter?.count(getBudgetKey(attempt), 1, tokenRequestsPerMinute ?? undefined);
    return attempt.allowance?.isAllowed ?? true;
  }

  /**
   * Counts an attempt unless it has been counted, and sets the headers that describe the limit.
   * @throws TemporarilyUnavailable 429 over the limit
   */
  assertWithin(attempt: TokenAttempt, client: Client, reply: FastifyReply): void {
    const isWithin = this.count(attempt, client);
    this.describe(attempt, reply);
    if (isWithin) return;
    const { limit, resetSeconds } = attempt.allowance!;
    this.#refused.set(getBudgetKey(attempt), { limit, secret: hashSecret(attempt) });
    throw new TemporarilyUnavailable(429, resetSeconds);
  }

  /** Sets the headers with the remaining budget. */
  describe({ allowance }: TokenAttempt, reply: FastifyReply): void {
    if (this.#limiter && allowance) void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
  }
}

const getBudgetKey = ({ presented, ip }: TokenAttempt): string => createBudgetKey(presented, ip);

const hashSecret = ({ presented: { secret } }: TokenAttempt): string =>
  sha256(secret ?? '').toString('base64url');
