import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { hasAuthorization } from '@app/access';
import { toNetwork } from '@app/http';
import { SETTINGS, TooManyRequests } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeaders, type RateLimiter } from './rate-limiter.js';
import { RateLimiters } from './rate-limiters.js';

/** The settings of an app that say how many requests it takes. */
export interface RateLimitSettings {
  /** With a token, per client and portal. */
  API_REQUESTS_PER_MINUTE: number;
  /** Without credentials, per network. */
  PUBLIC_REQUESTS_PER_MINUTE: number;
}

/** Probes may come from anybody's network, and have to be answered while it is refused. */
const probes = /^\/health(\/|$)/;
/** Routes without a guard, which would count what has an Authorization header. */
const documents = /^\/docs(\/|-|$)/;

const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? '';

/**
 * Limits what each network (/24 or /64) asks for without credentials, whatever the route: pages, documents and what does
 * not exist as well. It is counted before anything else is done.
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
    // a bad token is known only then, and so are wrong credentials of a client
    fastify.addHook('onResponse', (request, reply, done) => {
      if (reply.statusCode === 401 && hasAuthorization(request)) this.#limiter.count(toNetwork(request.ip));
      done();
    });
  }

  /** Counts a request for its network, and describes the limit. @returns what to answer beyond it */
  refusal(request: FastifyRequest, reply: FastifyReply): TooManyRequests | undefined {
    if (probes.test(getRoute(request))) return undefined;
    const allowance = this.#limiter.count(toNetwork(request.ip));
    const headers = rateLimitHeaders(this.#limiter.policy, allowance);
    if (!allowance.isAllowed) return new TooManyRequests(allowance.resetSeconds, headers);
    void reply.headers(headers);
  }
}
