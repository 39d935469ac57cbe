import { Global, Inject, Injectable, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Actor } from '@app/access';
import { listenToBodies } from '@app/http';
import { CLOCK, LOGGER, Problem, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { limits, UNCOUNTED_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
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

  add(portalId: number, bytes: number): void {
    if (bytes <= UNCOUNTED_BYTES) return;
    const { isAllowed, resetSeconds } = this.#limiter.count(String(portalId), bytes - UNCOUNTED_BYTES);
    if (isAllowed) return;
    throw new Problem(
      429,
      'too_many_requests',
      `This portal has written all that it may today; what has at most ${UNCOUNTED_BYTES} bytes is accepted.`,
      { headers: { 'retry-after': String(resetSeconds) } },
    );
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
      const portalId = request.actor?.claims.portal_id;
      if (portalId !== undefined) this.written.add(portalId, bytes);
    });
  }
}

/** Limits the bytes that a portal writes, in bodies and in events; provides {@link WRITTEN_BYTES}. */
@Global()
@Module({
  providers: [{ provide: WRITTEN_BYTES, useClass: SharedWrittenBytes }, BodyCounter],
  exports: [WRITTEN_BYTES],
})
export class WrittenBytesModule {}
