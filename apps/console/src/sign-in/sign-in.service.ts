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
import { parseWayBack } from './way-back.js';

/** One list for everybody; the consent page shows what the person's role can receive. Nobody signs in as themselves here. */
const SCOPES = [...openidScopes, ...scopes.filter((scope) => scope !== 'user.login.me')].join(' ');

/** The parameters of a request to sign in. */
export interface SignInOptions {
  /** The page that it leads back to. */
  wayBack?: string | undefined;
  portalName?: string | undefined;
  /** The person signs in again, and chooses the portal there. */
  choosesPortal: boolean;
  isFresh: boolean;
}

/** A sign-in that is under way. */
interface LoginUnderWay extends SignInChecks {
  /** The path that it leads back to. */
  wayBack: string;
  /** It continues a session that needs a fresh login. */
  isFresh: boolean;
  /** The id of the session that it replaces. */
  session?: string | undefined;
}

/** Why a page is shown instead of the one that was asked for: its query says so. */
const failed = (reason: 'denied' | 'failed' | 'other_account'): string => `/?sign_in=${reason}`;

@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly limits: ConsoleLimits,
    private readonly server: AuthorizationServer,
    private readonly sessions: ConsoleSessions,
    private readonly cookies: SealedCookies,
  ) {}

  /** @returns where the browser goes */
  async begin(options: SignInOptions, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const session = await this.sessions.find(request);
    this.limits.countSignIn(request, session?.accountId);
    const { location, checks } = await this.server.beginSignIn({
      scope: SCOPES,
      ...(options.portalName !== undefined && { portal_name: options.portalName }),
      ...(options.choosesPortal && { prompt: 'select_account' }),
      ...(options.isFresh && { max_age: String(FRESH_LOGIN_SECONDS) }),
    });
    const login: LoginUnderWay = {
      ...checks,
      wayBack: parseWayBack(options.wayBack),
      isFresh: options.isFresh,
      session: session?.id,
    };
    this.cookies.set(reply, 'console-login', login);
    return location;
  }

  /** @returns the page of ours that the browser goes to */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const login = this.cookies.consume<LoginUnderWay>(request, reply, 'console-login');
    if (!login) return failed('failed');
    this.limits.countSignInEnd(login.state);
    const signedIn = await this.#exchange(login, request.raw.url ?? '');
    if (typeof signedIn === 'string') return signedIn;
    const former = { id: login.session, isContinued: login.isFresh };
    const isStarted = await this.sessions.start(signedIn, former, request, reply);
    return isStarted ? login.wayBack : failed('other_account');
  }

  /** @returns a page instead, where the person said no or something does not match */
  async #exchange(login: LoginUnderWay, url: string): Promise<SignedInPerson | string> {
    try {
      return await this.server.finishSignIn(url, login, login.isFresh ? FRESH_LOGIN_SECONDS : undefined);
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      return failed(url.includes('error=access_denied') ? 'denied' : 'failed');
    }
  }
}
