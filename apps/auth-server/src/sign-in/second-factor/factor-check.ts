import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { Browser } from '../../edge/browser/index.js';
import { badForm } from '../../edge/pages/index.js';
import { throttleFailure, type ThrottleFailure } from '../passwords/index.js';
import { SessionQueries, type Session } from '../../edge/sessions/index.js';
import { CodeGuesses } from './code-guesses.js';
import { SecondFactor } from './second-factor.js';

/** The text of a form after a wrong code, or too many. */
export type FactorFailure = ThrottleFailure<'factor'> | { error: 'factor.wrong'; status: 400 };

/** Checks second-factor codes for all pages: wrong ones count like wrong passwords. */
@Injectable()
export class FactorCheck {
  constructor(
    private readonly guesses: CodeGuesses,
    private readonly factor: SecondFactor,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    private readonly sessions: SessionQueries,
    private readonly database: Database,
  ) {}

  /**
   * Checks the code that a portal requires of a signed-in person, and records it in the session.
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
    const used = await this.use(session, otp, 'form', request, clientId);
    if (!(used instanceof Date)) return used;
    await this.sessions.recordFactor(this.database, session, used);
    return undefined;
  }

  /**
   * Checks a code and consumes it. A browser in which this person has entered a right code before has its own budget,
   * so an attacker who only knows the password cannot lock the person out.
   * @param clientId of the application waiting for the login, if any
   * @returns the time of use, by Postgres' clock, or the failure
   */
  async use(
    { personId, email }: { personId: number; email: string },
    otp: string,
    method: 'form' | 'login link' | 'account page' | 'set-up page',
    request: FastifyRequest,
    clientId?: string,
  ): Promise<FactorFailure | Date> {
    const isOwnPage = method === 'account page' || method === 'set-up page';
    const isSetUp = method === 'set-up page';
    const knownDevice = this.browser.knownFor(request, email, isSetUp ? 'password' : 'code');
    try {
      const what = isSetUp ? 'second factor being set up' : 'second factor';
      const usedAt = await this.guesses.use(
        { personId, ip: request.ip, method: what, clientId, knownDevice },
        otp,
      );
      if (usedAt) {
        this.browser.remember(request, email, 'code');
        return usedAt;
      }
      await this.audit.refusal({
        event: isOwnPage ? 'second_factor.refused' : 'login.refused',
        clientId: clientId ?? null,
        personId,
        details: {
          by: isOwnPage ? 'account page' : method,
          reason: otp === '' ? 'second factor missing' : 'wrong second factor',
        },
      });
      return { error: 'factor.wrong', status: 400 };
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return throttleFailure(error, 'factor');
      throw error;
    }
  }

  /**
   * Like {@link use}, without the time.
   * @returns undefined when the code is right
   */
  async failure(...check: Parameters<FactorCheck['use']>): Promise<FactorFailure | undefined> {
    const used = await this.use(...check);
    return used instanceof Date ? undefined : used;
  }
}
