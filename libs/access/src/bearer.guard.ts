import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { maxEntries, CLOCK, type Clock, Problem, Unauthorized } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { declaredAccess } from './access.decorators.js';
import { Actor } from './actor.js';
import { bearerToken, hasAuthorization } from './bearer-token.js';
import { RevocationReader } from './revocation/revocation-reader.js';
import { isWithinLifetime, type VerifiedToken } from './token-verifier.js';

const PassportGuard = AuthGuard('access-token');

interface VerifiedActor extends VerifiedToken {
  actor: Actor;
}

type Request = FastifyRequest & { actor?: Actor; user?: VerifiedToken };

/**
 * Answers 401 unless the request carries a valid access token. passport-jwt verifies a token once; its claims are
 * cached until it expires, and revocation is checked in memory at every request.
 */
@Injectable()
export class BearerGuard extends PassportGuard implements CanActivate {
  readonly #verified = new LRUCache<string, VerifiedActor>(maxEntries(20_000));

  constructor(
    private readonly revocations: RevocationReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  /** Returns a promise only for an unknown token, because it would cost every request a microtask. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (declaredAccess(context) === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request);
    if (token === undefined) throw new Unauthorized(hasAuthorization(request));
    const cached = this.#verified.get(token);
    return cached ? this.#accept(request, token, cached) : this.#verify(context, request, token);
  }

  /** @throws Unauthorized when the token has ended */
  #accept(request: Request, token: string, verified: VerifiedActor): true {
    if (
      !isWithinLifetime(verified.claims, this.clock.now()) ||
      this.revocations.set.covers(verified.claims, verified.kid)
    ) {
      this.#verified.delete(token);
      throw new Unauthorized(true);
    }
    request.actor = verified.actor;
    return true;
  }

  async #verify(context: ExecutionContext, request: Request, token: string): Promise<true> {
    try {
      await super.canActivate(context);
    } catch (error) {
      throw error instanceof Problem ? error : new Unauthorized(true);
    }
    const verified = { ...request.user!, actor: new Actor(request.user!.claims) };
    this.#verified.set(token, verified);
    return this.#accept(request, token, verified);
  }

  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error || !user) throw new Unauthorized(true);
    return user;
  }
}
