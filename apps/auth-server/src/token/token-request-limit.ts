import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { atMost, CLOCK, type Clock, LOGGER, type Logger, SETTINGS, sha256 } from '@app/kernel';
import { networkOf } from '@app/http';
import { RateLimiter, rateLimitHeaders, type Allowance } from '@app/rate-limit';
import { REDIS } from '@app/redis';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { PresentedClient } from '../clients/index.js';
import type { Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import type { Caller } from '../request/index.js';

/** Who asks for a token. */
export interface Asking {
  presented: PresentedClient;
  caller: Caller;
}

/** A request that was counted within the limit. */
export interface CountedRequest {
  /** Undefined where nothing is limited. */
  readonly allowance: Allowance | undefined;
}

/**
 * Limits the token requests of one client, counted only after it has authenticated, so that nobody else can use
 * up its budget. Anybody can pose as a client without a secret, so its requests are counted by network (/24 or /64).
 */
@Injectable()
export class TokenRequestLimit implements OnModuleDestroy {
  readonly #limiter: RateLimiter | undefined;
  /** By what was counted: the digest of the secret with which a client last exceeded its limit here. */
  readonly #refused = new LRUCache<string, string>(atMost(10_000));

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const policy = { name: 'token', limit: settings.TOKEN_REQUESTS_PER_MINUTE, windowSeconds: 60 };
    if (settings.RATE_LIMITS)
      this.#limiter = new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#limiter?.close();
  }

  /**
   * Refuses clients that exceeded the limit in this window with the same secret before they are looked up, so that a
   * flood from one client costs no queries. Nobody without the right secret learns that the client has used up its
   * limit.
   * @throws TemporarilyUnavailable 429 beyond the limit
   */
  refuseAgain(asking: Asking, reply: FastifyReply): void {
    if (!this.#limiter) return;
    const key = keyOf(asking);
    const refused = this.#refused.get(key);
    if (refused === undefined || refused !== digestOf(asking)) return;
    const allowance = this.#limiter.look(key);
    if (!allowance.isAllowed) this.#refuse(allowance, reply);
  }

  /**
   * Counts a request of a client that has been authenticated, but not by a fresh look at its row.
   * @returns undefined beyond the limit: then nothing was counted, and the refusal needs that look
   */
  takeEarly(asking: Asking): CountedRequest | undefined {
    if (!this.#limiter) return { allowance: undefined };
    const allowance = this.#limiter.take(keyOf(asking));
    return allowance.isAllowed ? { allowance } : undefined;
  }

  /**
   * Counts a request, unless that was done before.
   * @throws TemporarilyUnavailable 429 beyond the limit
   */
  take(asking: Asking, reply: FastifyReply, counted?: CountedRequest): void {
    if (!this.#limiter) return;
    const allowance = counted?.allowance ?? this.#limiter.take(keyOf(asking));
    if (!allowance.isAllowed) {
      this.#refused.set(keyOf(asking), digestOf(asking));
      this.#refuse(allowance, reply);
    }
    void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
  }

  #refuse(allowance: Allowance, reply: FastifyReply): never {
    void reply.headers(rateLimitHeaders(this.#limiter!.policy, allowance));
    throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }
}

/** A client that has authenticated without a secret has none. No client_id contains a space. */
const keyOf = ({ presented: { clientId, secret }, caller }: Asking): string =>
  secret === undefined ? `${clientId} ${networkOf(caller.ip)}` : clientId;

const digestOf = ({ presented: { secret } }: Asking): string => sha256(secret ?? '').toString('base64url');
