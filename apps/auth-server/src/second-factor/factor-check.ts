import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { Browser } from '../browser/index.js';
import { badForm } from '../pages/index.js';
import { PasswordCheck, throttleFailure, type ThrottleFailure } from '../passwords/index.js';
import { callerOf } from '../request/index.js';
import { SessionQueries, type Session } from '../sessions/index.js';
import { SecondFactor } from './second-factor.js';

/** What a form says after a wrong code, or too many. */
export type FactorFailure = ThrottleFailure | { error: 'factor.wrong'; status: 400 };

/** Checks second-factor codes for all pages: wrong ones count like wrong passwords. */
@Injectable()
export class FactorCheck {
  constructor(
    private readonly passwords: PasswordCheck,
    private readonly factor: SecondFactor,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    private readonly sessions: SessionQueries,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Checks the code that a portal requires of somebody who is signed in, and records it in the session.
   * @returns undefined when the code is right
   * @throws PageError 403 when this person has no second factor
   */
  async prove(
    session: Session,
    otp: string,
    request: FastifyRequest,
    clientId?: string,
  ): Promise<FactorFailure | undefined> {
    if (!(await this.factor.isActive(session.personId))) throw badForm();
    const now = this.clock.now(); // before the check: a factor set up again in the meantime gets a later time
    const failure = await this.failure(session, otp, 'form', request, clientId);
    if (!failure) await this.sessions.noteFactor(this.database, session, now);
    return failure;
  }

  /**
   * Checks a code and uses it up. A browser that this person has logged in with before has a budget of its own, so
   * that somebody who only knows the password cannot lock the person out.
   * @param clientId of the application waiting for the login, if any
   * @returns undefined when the code is right
   */
  async failure(
    { personId, email }: { personId: number; email: string },
    otp: string,
    by: 'form' | 'login link' | 'account page',
    request: FastifyRequest,
    clientId?: string,
  ): Promise<FactorFailure | undefined> {
    const caller = callerOf(request);
    const attempt = {
      username: String(personId),
      caller,
      by: 'second factor',
      clientId,
      isClientProven: false,
      knownDevice: this.browser.knownFor(request, email),
      personId,
    } as const;
    try {
      const isRight = await this.passwords.counted(attempt, () => this.factor.accepts(personId, otp));
      if (isRight) return undefined;
      await this.audit.refusal(caller, {
        event: by === 'account page' ? 'second_factor.refused' : 'login.refused',
        clientId: clientId ?? null,
        personId,
        details: { by, reason: otp === '' ? 'second factor missing' : 'wrong second factor' },
      });
      return { error: 'factor.wrong', status: 400 };
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return throttleFailure(error);
      throw error;
    }
  }
}
