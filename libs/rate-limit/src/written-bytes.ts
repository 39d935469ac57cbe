import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Actor } from '@app/access';
import { requestContext } from '@app/database';
import { listenToBodies } from '@app/http';
import { Problem } from '@app/kernel';
import { limits, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.js';
import { RateLimiters } from './rate-limiters.js';

const DAY_SECONDS = 86_400;

/** Counts in Redis and locks no row: in a table, all writers of a portal would wait for each other's commits. */
@Injectable()
export class SharedWrittenBytes implements WrittenBytes {
  readonly #limiter: RateLimiter;

  constructor(limiters: RateLimiters) {
    const limit = limits.written_bytes.most;
    this.#limiter = limiters.open({ name: 'written', limit, windowSeconds: DAY_SECONDS });
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
        'This portal has written its maximum of today, or this application half of it.',
        { headers: { 'retry-after': String(portal.resetSeconds) } },
      );
    for (const key of [client, String(portalId)]) this.#limiter.count(key, bytes);
  }
}

/** Counts the bodies of requests with a token. */
@Injectable()
export class BodyCounter implements OnModuleInit {
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
