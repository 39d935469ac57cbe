import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { hasAuthorization } from '@app/access';
import { toNetwork } from '@app/http';
import { SETTINGS, TooManyRequests } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeaders, type RateLimiter } from './rate-limiter.js';
import { RateLimiters } from './rate-limiters.js';

export interface RateLimitSettings {
  /** With a token, per client and portal. */
  API_REQUESTS_PER_MINUTE: number;
  /** Without credentials, per network. */
  PUBLIC_REQUESTS_PER_MINUTE: number;
}

/** Probes are answered even if their network is over the limit. */
const probes = /^\/health(\/|$)/;
/** Routes without a guard, which would count requests with an Authorization header. */
const documents = /^\/docs(\/|-|$)/;

const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? '';

/**
 * Limits the requests of each network (/24 or /64) without credentials, on all routes: pages, documents and unknown
 * URLs. They are counted before anything else is done.
 */
@Injectable()
export class NetworkLimit implements OnModuleInit {
  readonly #limiter: RateLimiter;

  constructor(
    limiters: RateLimiters,
    private readonly host: HttpAdapterHost,
    @Inject(SETTINGS) settings: RateLimitSettings,
  ) {
    const limit = settings.PUBLIC_REQUESTS_PER_MINUTE;
    this.#limiter = limiters.open({ name: 'public', limit, windowSeconds: 60 });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request, reply, done) => {
      const isGuarded = hasAuthorization(request) && !request.is404 && !documents.test(getRoute(request));
      done(isGuarded ? undefined : this.refusal(request, reply));
    });
    // a bad token, or wrong credentials of a client, is known only then
    fastify.addHook('onResponse', (request, reply, done) => {
      if (reply.statusCode === 401 && hasAuthorization(request)) this.#limiter.count(toNetwork(request.ip));
      done();
    });
  }

  /**
   * Counts a request for its network, and sets the headers of the limit.
   * @returns the answer if the request is over the limit
   */
  refusal(request: FastifyRequest, reply: FastifyReply): TooManyRequests | undefined {
    if (probes.test(getRoute(request))) return undefined;
    const allowance = this.#limiter.count(toNetwork(request.ip));
    const headers = rateLimitHeaders(this.#limiter.policy, allowance);
    if (!allowance.isAllowed) return new TooManyRequests(allowance.resetSeconds, headers);
    void reply.headers(headers);
  }
}
