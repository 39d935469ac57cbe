import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { atMost, CLOCK, type Clock, LOGGER, type Logger, SETTINGS, sha256 } from '@app/kernel';
import { RateLimiter, rateLimitHeaders, type Allowance } from '@app/rate-limit';
import { REDIS } from '@app/redis';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Client, PresentedClient } from '../clients/index.js';
import type { Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';

/** A request that was counted within the limit. */
export interface CountedRequest {
  /** Undefined where nothing is limited. */
  readonly allowance: Allowance | undefined;
}

/**
 * Limits the token requests of one client, counted only after it has authenticated, so that nobody else can use
 * up its budget.
 */
@Injectable()
export class TokenRequestLimit implements OnModuleDestroy {
  readonly #limiter: RateLimiter | undefined;
  /** By client_id: the digest of the secret with which a client last exceeded its limit here. */
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
  refuseAgain(presented: PresentedClient, reply: FastifyReply): void {
    const refused = this.#refused.get(presented.clientId);
    if (!this.#limiter || refused === undefined || refused !== digestOf(presented)) return;
    const allowance = this.#limiter.look(presented.clientId);
    if (!allowance.isAllowed) this.#refuse(allowance, reply);
  }

  /**
   * Counts a request of a client that has been authenticated, but not by a fresh look at its row.
   * @returns undefined beyond the limit: then nothing was counted, and the refusal needs that look
   */
  takeEarly({ clientId }: Pick<Client, 'clientId'>): CountedRequest | undefined {
    if (!this.#limiter) return { allowance: undefined };
    const allowance = this.#limiter.take(clientId);
    return allowance.isAllowed ? { allowance } : undefined;
  }

  /**
   * Counts a request, unless that was done before.
   * @throws TemporarilyUnavailable 429 beyond the limit
   */
  take(client: Client, presented: PresentedClient, reply: FastifyReply, counted?: CountedRequest): void {
    if (!this.#limiter) return;
    const allowance = counted?.allowance ?? this.#limiter.take(client.clientId);
    if (!allowance.isAllowed) {
      this.#refused.set(client.clientId, digestOf(presented));
      this.#refuse(allowance, reply);
    }
    void reply.headers(rateLimitHeaders(this.#limiter.policy, allowance));
  }

  #refuse(allowance: Allowance, reply: FastifyReply): never {
    void reply.headers(rateLimitHeaders(this.#limiter!.policy, allowance));
    throw new TemporarilyUnavailable(429, allowance.resetSeconds);
  }
}

const digestOf = ({ secret }: PresentedClient): string => sha256(secret ?? '').toString('base64url');
