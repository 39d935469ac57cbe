import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { maxPasswordBytes } from '@app/grants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { Browser } from '../pages/index.js';
import { PasswordCheck, PersonQueries, type PersonWithPassword } from '../passwords/index.js';
import { Sessions } from '../sessions/index.js';
import { callerOf } from '../shared/index.js';
import type { OpenRequest } from './open-request.js';
import type { FormTrouble } from './step-pages.js';

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
  ) {}

  /** Signs in, or says what is wrong with the form. */
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
      await this.#signIn(checked.person, open, request, reply);
      return undefined;
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return this.#troubleOf(error, username);
      throw error;
    }
  }

  #check(open: OpenRequest, username: string, password: string, request: FastifyRequest) {
    const { request: asked } = open.waiting;
    const client =
      asked.purpose === 'authorize' && 'clientId' in asked.client ? asked.client.clientId : undefined;
    const attempt = {
      username,
      ip: callerOf(request).ip,
      clientId: client,
      knownDevice: this.browser.knownFor(request, username),
    };
    return this.passwords.check(attempt, password);
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
    { personId, email }: PersonWithPassword,
    open: OpenRequest,
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

  #troubleOf(error: TemporarilyUnavailable, username: string): FormTrouble {
    const seconds = Number(error.headers['retry-after']);
    return {
      error: error.status === 429 ? 'login.throttled' : 'login.busy',
      values: { minutes: Math.ceil(seconds / 60) },
      username,
      status: error.status,
      headers: error.headers,
    };
  }
}

/** Somebody without any portal has nothing to sign in to, unless one can be made on the way. */
const mayCreatePortal = ({ waiting: { request } }: OpenRequest): boolean =>
  request.purpose === 'authorize' && request.newPortal !== undefined;
