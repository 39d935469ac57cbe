import { Global, Inject, Injectable, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Actor } from '@app/access';
import { requestContext } from '@app/database';
import { listenToBodies } from '@app/http';
import { CLOCK, LOGGER, Problem, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { limits, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import { REDIS, type RedisSettings } from '@app/redis';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiter } from './rate-limiter.js';

const DAY_SECONDS = 86_400;

/** No row is locked for it: in a table, all writers of a portal would wait for each other's commits. */
@Injectable()
class SharedWrittenBytes implements WrittenBytes, OnModuleDestroy {
  readonly #limiter: RateLimiter;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(SETTINGS) settings: RedisSettings,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const policy = { name: 'written', limit: limits.written_bytes.most, windowSeconds: DAY_SECONDS };
    this.#limiter = new RateLimiter(policy, redis, settings.REDIS_PREFIX, clock, logger);
  }

  add(portalId: number, bytes: number, clientId = requestContext()?.clientId): void {
    if (clientId === undefined) return;
    const client = `${portalId}:${clientId}`;
    const portal = this.#limiter.peek(String(portalId));
    const used = portal.limit - this.#limiter.peek(client).remaining;
    if (used > portal.remaining)
      throw new Problem(
        429,
        'too_many_requests',
        'This portal, or this application alone half of it, has written all that it may today.',
        { headers: { 'retry-after': String(portal.resetSeconds) } },
      );
    for (const key of [client, String(portalId)]) this.#limiter.count(key, bytes);
  }

  onModuleDestroy(): Promise<void> {
    return this.#limiter.close();
  }
}

/** Counts the bodies of requests with a token. */
@Injectable()
class BodyCounter implements OnModuleInit {
  constructor(
    @Inject(WRITTEN_BYTES) private readonly written: WrittenBytes,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    listenToBodies(fastify, (request: FastifyRequest & { actor?: Actor }, bytes) => {
      const { claims, clientId } = request.actor ?? {};
      if (claims?.portal_id !== undefined) this.written.add(claims.portal_id, bytes, clientId);
    });
  }
}

/** Limits the bytes that a portal writes; provides {@link WRITTEN_BYTES}. */
@Global()
@Module({
  providers: [{ provide: WRITTEN_BYTES, useClass: SharedWrittenBytes }, BodyCounter],
  exports: [WRITTEN_BYTES],
})
export class WrittenBytesModule {}
