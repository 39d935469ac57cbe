import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { MAX_PASSWORD_BYTES } from '@app/credentials';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { Browser } from '../../edge/browser/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import type { FormFailure } from '../../edge/pages/index.js';
import {
  lockPassword,
  PasswordCheck,
  passwordFingerprint,
  throttleFailure,
} from '../../sign-in/passwords/index.js';
import { SessionQueries, type Session } from '../../edge/sessions/index.js';
import { MergingQueries } from './merging.queries.js';

/** Signs in to a second account next to the current session; checked and rate limited like every login. */
@Injectable()
export class OtherLogin {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly browser: Browser,
    private readonly sessions: SessionQueries,
    private readonly queries: MergingQueries,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns undefined once the login is recorded; a second factor may still be due */
  async login(
    session: Session,
    credentials: { username: string; password: string },
    request: FastifyRequest,
  ): Promise<FormFailure | undefined> {
    const username = credentials.username.trim();
    const isTyped = username !== '' && credentials.password !== '';
    if (!isTyped || Buffer.byteLength(credentials.password) > MAX_PASSWORD_BYTES) return wrong;
    const attempt = {
      username,
      ip: request.ip,
      method: 'form',
      knownDevice: this.browser.knownFor(request, username),
    } as const;
    const noPortal = () => Promise.resolve(undefined);
    try {
      return await this.passwords.check(attempt, credentials.password, noPortal, async (checked) => {
        const { tried, person, password, succeeded } = checked;
        // a password set by a portal is valid only for its account, not for the person
        if (!person || !password || password.heldFor) return this.#refuse(tried?.personId);
        succeeded();
        if (person.personId === session.personId) return { error: 'merge.same', status: 400 };
        const isRecorded = await this.#recordLogin(
          session,
          person.personId,
          passwordFingerprint(password.hash),
        );
        return isRecorded ? undefined : wrong;
      });
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return throttleFailure(error, 'login');
      throw error;
    }
  }

  #recordLogin(session: Session, personId: number, mark: string): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await lockPassword(tx, personId, mark, undefined))) return false;
      if (!(await this.sessions.lock(tx, session))) return false;
      await this.queries.recordLogin(tx, session.id, { personId, passwordMark: mark }, this.clock.now());
      return true;
    });
  }

  async #refuse(personId: number | undefined): Promise<FormFailure> {
    await this.audit.refusal({
      event: 'login.refused',
      personId: personId ?? null,
      details: { by: 'form, to merge', reason: 'wrong user name or password' },
    });
    return wrong;
  }
}

const wrong: FormFailure = { error: 'login.wrong', status: 400 };
