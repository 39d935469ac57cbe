import { Inject, Injectable } from '@nestjs/common';
import { MAX_PASSWORD_BYTES } from '@app/credentials';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { Browser } from '../../edge/browser/index.js';
import { PageError } from '../../edge/pages/index.js';
import {
  PasswordCheck,
  passwordFingerprint,
  throttleFailure,
  type Attempt,
  type PersonWithPassword,
} from '../passwords/index.js';
import { PersonQueries } from '../../edge/people/index.js';
import { SecondFactor } from '../second-factor/index.js';
import { bodyParameters } from '../../edge/request/index.js';
import { findClientId, boundPortalId } from './login-request.js';
import type { LoginFailure } from './login-pages.js';
import { LoginSessions } from './login-sessions.js';
import { PendingRequests, type PendingRequest } from './pending-requests.js';

/** The login form: the same check as in the password grant, then a new session or the second step. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly passwords: PasswordCheck,
    private readonly people: PersonQueries,
    private readonly factor: SecondFactor,
    private readonly sessions: LoginSessions,
    private readonly requests: PendingRequests,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Refuses a flood of attempts before any lookup, on a separate page. The message after slightly too many attempts
   * appears next to the form.
   * @throws PageError 429 or 503
   */
  async refuseIfThrottled(request: FastifyRequest): Promise<void> {
    const username = bodyParameters(request, new Set(['username'])).get('username');
    if (username === undefined) return;
    try {
      await this.passwords.refuseIfThrottled(this.#attempt(undefined, username, request));
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailable)) throw error;
      const { error: text, values, status, headers } = throttleFailure(error, 'login');
      throw new PageError(text, values, status, { headers });
    }
  }

  /** Signs in, possibly with the second factor outstanding, or returns the fault of the form. */
  async login(
    pending: PendingRequest,
    credentials: { username: string; password: string },
    request: FastifyRequest,
  ): Promise<LoginFailure | { personId: number }> {
    const username = credentials.username.trim();
    if (
      username === '' ||
      credentials.password === '' ||
      Buffer.byteLength(credentials.password) > MAX_PASSWORD_BYTES
    ) {
      return { error: 'login.wrong', username, status: 400 };
    }
    try {
      const attempt = this.#attempt(findClientId(pending.waiting.request), username, request);
      const portalId = boundPortalId(pending.waiting.request);
      const resolvePortal = () => Promise.resolve(portalId);
      return await this.passwords.check(attempt, credentials.password, resolvePortal, async (checked) => {
        const { tried, person, password, succeeded } = checked;
        if (!person || !password)
          return this.#refuse(pending, username, tried, 'wrong user name or password', request);
        if (!mayCreatePortal(pending) && !(await this.people.hasAnywhere(person.personId))) {
          succeeded(); // not a guessing attempt
          return this.#refuse(pending, username, person, 'no portal', request, 'login.noPortal');
        }
        const { personId, email } = person;
        const { heldFor } = password;
        const proven = {
          personId,
          email,
          passwordFingerprint: passwordFingerprint(password.hash),
          ...(heldFor && { heldFor }),
        };
        if (await this.factor.isActive(personId)) {
          const provenAt = unixSeconds(this.clock.now());
          await this.requests.savePartialLogin(pending, { ...proven, provenAt });
        } else if (!(await this.sessions.start(proven, null, request))) {
          return this.#refuse(pending, username, person, 'the password was changed meanwhile', request);
        }
        succeeded();
        return { personId };
      });
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return { ...throttleFailure(error, 'login'), username };
      throw error;
    }
  }

  #attempt(clientId: string | undefined, username: string, request: FastifyRequest): Attempt {
    return {
      username,
      ip: request.ip,
      method: 'form',
      clientId,
      knownDevice: this.browser.knownFor(request, username),
    };
  }

  /** @param tried the person whose account was named, not necessarily the one who tries */
  async #refuse(
    pending: PendingRequest,
    username: string,
    tried: PersonWithPassword | undefined,
    reason: string,
    request: FastifyRequest,
    error: 'login.wrong' | 'login.noPortal' = 'login.wrong',
  ): Promise<LoginFailure> {
    await this.audit.refusal({
      event: 'login.refused',
      clientId: findClientId(pending.waiting.request) ?? null,
      personId: tried?.personId ?? null,
      details: { by: 'form', reason },
    });
    return { error, username, status: 400 };
  }
}

/** Whether the person can create a portal during the login. Without any portal there is nothing to sign in to. */
const mayCreatePortal = ({ waiting: { request } }: PendingRequest): boolean =>
  request.newPortal !== undefined;
