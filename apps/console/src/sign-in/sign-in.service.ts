import { Injectable } from '@nestjs/common';
import { FRESH_LOGIN_SECONDS } from '@app/access';
import { openidScopes, scopes } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleLimits } from '../edge/index.js';
import {
  AuthorizationServer,
  ConsoleSessions,
  GrantRefused,
  type SignedInPerson,
  type SignInChecks,
} from '../session/index.js';
import { SealedCookies } from './sealed-cookies.js';
import { parseReturnPath } from './return-path.js';

/**
 * The scopes of every sign-in; the consent page lists those that the person's roles allow. `user.login.me` is left out
 * because the console creates no login links for the signed-in user.
 */
const SCOPES = [...openidScopes, ...scopes.filter((scope) => scope !== 'user.login.me')].join(' ');

export interface SignInOptions {
  returnPath?: string | undefined;
  portalName?: string | undefined;
  /** Whether the person chooses the portal at the authorization server. */
  choosesPortal: boolean;
  isFresh: boolean;
}

interface PendingLogin extends SignInChecks {
  returnPath: string;
  /** Whether it continues a session that needs a fresh login. */
  isFresh: boolean;
  /** The id of the session that it replaces. */
  session?: string | undefined;
}

/** The first page, with the reason why a sign-in failed in its query. */
const failed = (reason: 'denied' | 'failed' | 'other_account'): string => `/?sign_in=${reason}`;

@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly limits: ConsoleLimits,
    private readonly server: AuthorizationServer,
    private readonly sessions: ConsoleSessions,
    private readonly cookies: SealedCookies,
  ) {}

  /** @returns the URL to redirect to, at the authorization server */
  async begin(options: SignInOptions, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const session = await this.sessions.find(request);
    this.limits.countSignIn(request, session?.accountId);
    const { location, checks } = await this.server.beginSignIn({
      scope: SCOPES,
      ...(options.portalName !== undefined && { portal_name: options.portalName }),
      ...(options.choosesPortal && { prompt: 'select_portal' }),
      ...(options.isFresh && { max_age: String(FRESH_LOGIN_SECONDS) }),
      ...(options.isFresh && session && this.sessions.createHints(session)),
    });
    const login: PendingLogin = {
      ...checks,
      returnPath: parseReturnPath(options.returnPath),
      isFresh: options.isFresh,
      session: session?.id,
    };
    this.cookies.set(reply, 'console-login', login);
    return location;
  }

  /** @returns the path to redirect to */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const login = this.cookies.consume<PendingLogin>(request, reply, 'console-login');
    if (!login) return failed('failed');
    this.limits.countSignInEnd(login.state);
    const signedIn = await this.#exchange(login, request.raw.url ?? '');
    if (typeof signedIn === 'string') return signedIn;
    const former = { id: login.session, isContinued: login.isFresh };
    const isStarted = await this.sessions.start(signedIn, former, request, reply);
    return isStarted ? login.returnPath : failed('other_account');
  }

  /** @returns the path of an error page if the person declined or a check fails */
  async #exchange(login: PendingLogin, url: string): Promise<SignedInPerson | string> {
    try {
      return await this.server.finishSignIn(url, login, login.isFresh ? FRESH_LOGIN_SECONDS : undefined);
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      return failed(url.includes('error=access_denied') ? 'denied' : 'failed');
    }
  }
}
