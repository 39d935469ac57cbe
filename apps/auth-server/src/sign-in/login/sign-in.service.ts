import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { OneTimeLogin } from '../login-tokens/index.js';
import { ACCOUNT_ADDRESS, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { PasswordQueries } from '../passwords/index.js';
import { isFresh, Sessions } from '../../edge/sessions/index.js';
import { FactorLogin } from './factor-login.js';
import { factorPage, linkPage, loginPage, proofPage } from './login-pages.js';
import { isHinted, type AccountVisit, type LoginRequest } from './login-request.js';
import {
  continueAddress,
  isStored,
  PendingRequests,
  type StoredPendingRequest,
  type PendingRequest,
} from './pending-requests.js';
import { PasswordLogin } from './password-login.js';

/** The sign-in pages for all purposes; each continues to the request of the person. */
@Injectable()
export class SignInService {
  constructor(
    private readonly requests: PendingRequests,
    private readonly passwords: PasswordLogin,
    private readonly factors: FactorLogin,
    private readonly links: OneTimeLogin,
    private readonly sessions: Sessions,
    private readonly passwordQueries: PasswordQueries,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts a visit without a session, or with one that is too old or lacks the password. */
  async signInFirst(
    request: FastifyRequest,
    visit: Pick<AccountVisit, 'needs' | 'onward'> = {},
  ): Promise<PageAnswer> {
    const language = acceptedLanguage(request.headers['accept-language']);
    return this.#proceed(await this.requests.begin({ purpose: 'account', language, ...visit }, request));
  }

  /** GET /oauth/account/continue */
  async continueVisit(request: FastifyRequest, id: string): Promise<PageAnswer> {
    return this.#proceed(await this.requests.findByAddress(request, id));
  }

  /** The stored request, or the page on which the person signs in first. */
  async signedInFor<T extends LoginRequest>(
    pending: PendingRequest<T>,
  ): Promise<StoredPendingRequest<T> | Page> {
    if (!pending.session && !isStored(pending)) return loginPage(pending);
    const stored = await this.requests.store(pending);
    return stored.waiting.request.halfway ? factorPage(stored) : stored;
  }

  /** The page of a login link that an application passed on; undefined when it is not needed. */
  async linkPage(pending: PendingRequest, token: string): Promise<Page | undefined> {
    const link = await this.links.findLink(token);
    if (link && !('first' in link)) return linkPage(pending, { ...link, token });
    if (link?.first === 'proof' && !pending.session)
      return proofPage(await this.requests.store(pending, link.personId));
    const notice = link ? 'login.linkNeedsFactor' : 'login.linkDead';
    return pending.session ? undefined : loginPage(pending, undefined, { notice });
  }

  async login(request: FastifyRequest): Promise<PageAnswer> {
    await this.passwords.refuseIfThrottled(request);
    const pending = await this.requests.findByForm(request, ['username', 'password']);
    const credentials = {
      username: pending.form.get('username') ?? '',
      password: pending.form.get('password') ?? '',
    };
    const outcome = await this.passwords.login(pending, credentials, request);
    if ('personId' in outcome) return this.#redirectToRequest(pending, outcome.personId);
    const { session, waiting } = pending;
    const mustLogInAgain = waiting.request.loginAfter !== undefined;
    const isAgain =
      session?.email === credentials.username && (!mustLogInAgain || isHinted(waiting.request, session));
    return loginPage(pending, session, { failure: outcome, isAgain });
  }

  async secondFactor(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.requests.findByForm(request, ['otp']);
    const failure = await this.factors.login(pending, pending.form.get('otp') ?? '', request);
    return failure ? factorPage(pending, failure) : this.#redirectToRequest(pending);
  }

  /** The posted form of a login link. */
  async useLink(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.requests.findByForm(request, ['one_time_token', 'otp']);
    const token = pending.form.get('one_time_token') ?? '';
    const used = await this.links.use({ token, otp: pending.form.get('otp') }, request);
    if (!used) {
      const failure = { error: 'login.linkDead', status: 400 } as const;
      return loginPage(pending, pending.session, { failure });
    }
    return 'failure' in used
      ? linkPage(pending, { ...used.link, token }, used.failure)
      : this.#redirectToRequest(pending, used.personId);
  }

  /** "Use another account": ends the session; the request asks for a login again. */
  async useAnother(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.requests.findByForm(request, []);
    if (!pending.session && !isStored(pending)) return loginPage(pending);
    await this.database.write((tx) => this.sessions.end(tx, request));
    this.sessions.forget(request);
    const stored = await this.requests.store(pending);
    await this.requests.startOver(stored);
    return new Redirect(continueAddress(stored));
  }

  /**
   * Continues after a login.
   * @param personId the person who has logged in, if the request may not be stored yet
   */
  async #redirectToRequest(pending: PendingRequest, personId?: number): Promise<Redirect> {
    return new Redirect(continueAddress(await this.requests.store(pending, personId)));
  }

  async #proceed(begun: PendingRequest): Promise<PageAnswer> {
    const pending = await this.signedInFor(begun);
    if (!('waiting' in pending)) return pending;
    const { session } = pending;
    const visit = pending.waiting.request as AccountVisit;
    if (!session) return loginPage(pending);
    const isEnough =
      visit.needs === 'fresh password'
        ? isFresh(session, this.clock.now())
        : session.byPassword || visit.needs === undefined;
    if (isEnough) return new Redirect(visit.onward ?? ACCOUNT_ADDRESS);
    const hasPassword = await this.passwordQueries.has(session.personId);
    return loginPage(pending, session, { isAgain: true, hasPassword });
  }
}
