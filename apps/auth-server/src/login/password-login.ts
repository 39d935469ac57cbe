import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { MAX_PASSWORD_BYTES } from '@app/passwords';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { Browser } from '../browser/index.js';
import { badForm, PageError } from '../pages/index.js';
import {
  PasswordCheck,
  passwordMark,
  PersonQueries,
  throttleFailure,
  type Attempt,
  type PersonWithPassword,
} from '../passwords/index.js';
import { FactorCheck, SecondFactor } from '../second-factor/index.js';
import { Sessions } from '../sessions/index.js';
import { bodyParameters, callerOf } from '../request/index.js';
import { clientIdOf, portalIdOf, type ProvenPerson } from './login-request.js';
import type { LoginFailure } from './login-pages.js';
import { OpenRequests, type OpenRequest } from './open-requests.js';

/** Seconds between the password and the second factor. */
const FACTOR_PATIENCE = 600;

/** The login form: one check shared with the password grant, then a new session. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly people: PersonQueries,
    private readonly sessions: Sessions,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly requests: OpenRequests,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Refuses a storm of tries before anything is looked up, on a page of its own; a person who tries a few times too
   * often is told beside the form. @throws PageError 429 or 503
   */
  async refuseInVain(request: FastifyRequest): Promise<void> {
    const username = bodyParameters(request, new Set(['username'])).get('username');
    if (username === undefined) return;
    try {
      await this.passwords.refuseInVain(this.#attempt(undefined, username, request));
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailable)) throw error;
      const { error: text, values, status, headers } = throttleFailure(error);
      throw new PageError(text, values, status, { headers });
    }
  }

  /** Signs in, or says what is wrong with the form, or that the second factor is owed. */
  async login(
    open: OpenRequest,
    given: { username: string; password: string },
    request: FastifyRequest,
  ): Promise<LoginFailure | undefined> {
    const username = given.username.trim();
    if (username === '' || given.password === '' || Buffer.byteLength(given.password) > MAX_PASSWORD_BYTES) {
      return { error: 'login.wrong', username, status: 400 };
    }
    try {
      const attempt = this.#attempt(clientIdOf(open.waiting.request), username, request);
      const portalId = portalIdOf(open.waiting.request);
      const portalOf = () => Promise.resolve(portalId);
      return await this.passwords.check(attempt, given.password, portalOf, async (checked) => {
        const { tried, person, password, succeeded } = checked;
        if (!person || !password)
          return this.#refuse(open, username, tried, 'wrong user name or password', request);
        if (!mayCreatePortal(open) && !(await this.people.hasAnywhere(person.personId))) {
          return this.#refuse(open, username, person, 'no portal', request);
        }
        const { personId, email } = person;
        const { heldFor } = password;
        const proven = {
          personId,
          email,
          passwordMark: passwordMark(password.hash),
          ...(heldFor && { heldFor }),
        };
        if (await this.factor.isActive(personId)) {
          const at = unixSeconds(this.clock.now());
          await this.requests.setHalfway(open, { ...proven, at });
        } else if (!(await this.#signIn(proven, false, request))) {
          return this.#refuse(open, username, person, 'the password was changed meanwhile', request);
        }
        succeeded();
        return undefined;
      });
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return { ...throttleFailure(error), username };
      throw error;
    }
  }

  /**
   * The second step of who has a second factor, or what a session owes that has not used it; wrong codes are counted
   * like wrong passwords.
   */
  async secondFactor(
    open: OpenRequest,
    otp: string,
    request: FastifyRequest,
  ): Promise<LoginFailure | undefined> {
    const { halfway } = open.waiting.request;
    const clientId = clientIdOf(open.waiting.request);
    if (!halfway && open.session) return this.check.prove(open.session, otp, request, clientId);
    if (!halfway || halfway.at < unixSeconds(this.clock.now()) - FACTOR_PATIENCE) throw badForm();
    const failure = await this.check.failure(halfway, otp, 'form', request, clientId);
    if (failure) return failure;
    await this.requests.setHalfway(open, undefined);
    await this.#signIn(halfway, true, request); // or the login page comes again
    return undefined;
  }

  #attempt(clientId: string | undefined, username: string, request: FastifyRequest): Attempt {
    return {
      username,
      caller: callerOf(request),
      by: 'form',
      clientId,
      isClientProven: false,
      knownDevice: this.browser.knownFor(request, username),
    };
  }

  /** @param tried whose password it should have been; anybody may name anybody. */
  async #refuse(
    open: OpenRequest,
    username: string,
    tried: PersonWithPassword | undefined,
    reason: string,
    request: FastifyRequest,
  ): Promise<LoginFailure> {
    await this.audit.refusal(callerOf(request), {
      event: 'login.refused',
      clientId: clientIdOf(open.waiting.request) ?? null,
      personId: tried?.personId ?? null,
      details: { by: 'form', reason },
    });
    return { error: 'login.wrong', username, status: 400 };
  }

  /** @returns false when the password is another one meanwhile. */
  async #signIn(
    { personId, email, passwordMark: mark, heldFor }: ProvenPerson,
    byFactor: boolean,
    request: FastifyRequest,
  ): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await this.people.holdPassword(tx, personId, mark, heldFor))) return false;
      const reach = heldFor ? { byPassword: false, only: heldFor } : { byPassword: true };
      await this.sessions.start(tx, request, { personId, email, byFactor, ...reach });
      await this.audit.record(tx, callerOf(request), {
        event: 'login.succeeded',
        personId,
        details: { by: heldFor ? 'form, password of the portal' : 'form' },
      });
      return true;
    });
  }
}

/** Somebody without any portal has nothing to sign in to, unless one can be made on the way. */
const mayCreatePortal = ({ waiting: { request } }: OpenRequest): boolean => request.newPortal !== undefined;
