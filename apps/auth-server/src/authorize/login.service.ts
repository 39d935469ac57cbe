import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { maxPasswordBytes } from '@app/grants';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { badForm, Browser, PageError } from '../pages/index.js';
import {
  PasswordCheck,
  PersonQueries,
  throttleTrouble,
  type Attempt,
  type PersonWithPassword,
} from '../passwords/index.js';
import { FactorCheck, SecondFactor } from '../second-factor/index.js';
import { Sessions } from '../sessions/index.js';
import { bodyParameters, callerOf } from '../shared/index.js';
import { AuthorizeQueries } from './authorize.queries.js';
import type { OpenRequest } from './open-request.js';
import type { FormTrouble } from './step-pages.js';

/** Seconds between the password and the second factor. */
const factorPatience = 600;

/** The login form: one check shared with the password grant, then a new session. */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly people: PersonQueries,
    private readonly sessions: Sessions,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly queries: AuthorizeQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Refuses a storm of tries before anything is looked up, on a page of its own; a person who tries a few times too
   * often is told beside the form. @throws PageError 429 or 503
   */
  refuseInVain(request: FastifyRequest): void {
    const username = bodyParameters(request, new Set(['username'])).get('username');
    if (username === undefined) return;
    const knownDevice = this.browser.knownFor(request, username);
    const { ip } = callerOf(request);
    try {
      this.passwords.refuseInVain({ username, ip, clientId: undefined, isClientProven: false, knownDevice });
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailable)) throw error;
      const { error: text, values, status, headers } = throttleTrouble(error);
      throw new PageError(text, values, status, { headers });
    }
  }

  /** Signs in, or says what is wrong with the form, or that the second factor is owed. */
  async login(
    open: OpenRequest,
    given: { username: string; password: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FormTrouble | undefined> {
    const username = given.username.trim();
    if (username === '' || given.password === '' || Buffer.byteLength(given.password) > maxPasswordBytes) {
      return { error: 'login.wrong', username, status: 400 };
    }
    try {
      const checked = await this.#check(open, username, given.password, request);
      const accounts = checked.person ? await this.people.accountsOf(checked.person.personId) : [];
      const isWelcome = accounts.length > 0 || mayCreatePortal(open);
      if (!checked.person || !isWelcome) return await this.#refuse(open, username, request);
      await checked.succeeded();
      const { personId, email } = checked.person;
      if (await this.factor.isActive(personId)) {
        await this.queries.setHalfway(open.waiting, { personId, email, at: unixSeconds(this.clock.now()) });
      } else {
        await this.#signIn(checked.person, request, reply);
      }
      return undefined;
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return { ...throttleTrouble(error), username };
      throw error;
    }
  }

  /** The second step of who has a second factor; wrong codes are counted like wrong passwords. */
  async secondFactor(
    open: OpenRequest,
    otp: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FormTrouble | undefined> {
    const { halfway } = open.waiting.request;
    if (!halfway || halfway.at < unixSeconds(this.clock.now()) - factorPatience) throw badForm();
    const trouble = await this.check.trouble(halfway, otp, request, clientIdOf(open));
    if (trouble) return trouble;
    await this.queries.setHalfway(open.waiting, undefined);
    await this.#signIn(halfway, request, reply);
    return undefined;
  }

  #check(open: OpenRequest, username: string, password: string, request: FastifyRequest) {
    return this.passwords.check(this.#attempt(open, username, request), password);
  }

  #attempt(open: OpenRequest, username: string, request: FastifyRequest): Attempt {
    return {
      username,
      ip: callerOf(request).ip,
      clientId: clientIdOf(open),
      isClientProven: false,
      knownDevice: this.browser.knownFor(request, username),
    };
  }

  async #refuse(open: OpenRequest, username: string, request: FastifyRequest): Promise<FormTrouble> {
    await this.audit.refusal(callerOf(request), {
      event: 'login.refused',
      personId: open.session?.personId ?? null,
      details: { by: 'form' },
    });
    return { error: 'login.wrong', username, status: 400 };
  }

  async #signIn(
    { personId, email }: Pick<PersonWithPassword, 'personId' | 'email'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const setCookie = await this.database.write(async (tx) => {
      const started = await this.sessions.start(tx, request, { personId, email, byPassword: true });
      await this.audit.record(tx, callerOf(request), {
        event: 'login.succeeded',
        personId,
        details: { by: 'form' },
      });
      return started;
    });
    setCookie(reply);
  }
}

/** Somebody without any portal has nothing to sign in to, unless one can be made on the way. */
const mayCreatePortal = ({ waiting: { request } }: OpenRequest): boolean =>
  request.purpose === 'authorize' && request.newPortal !== undefined;

/** The client that waits for the login; undefined on a person's own page and for one yet to be made. */
const clientIdOf = ({ waiting: { request } }: OpenRequest): string | undefined =>
  request.purpose === 'authorize' && 'clientId' in request.client ? request.client.clientId : undefined;
