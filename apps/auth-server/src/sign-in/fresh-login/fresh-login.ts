import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../login/index.js';
import {
  badForm,
  Redirect,
  failedWith,
  type FormFailure,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import { FactorCheck, SecondFactor } from '../second-factor/index.js';
import { isFresh, SessionQueries, type Session } from '../../edge/sessions/index.js';

/** A page that requires a fresh login, and where its form for the second factor's code goes. */
export interface FreshPage {
  address: string;
  factorForm: string;
}

/**
 * The proof that people give before they change their identity: their own password within the last ten minutes, and the
 * second factor if they have one (OWASP ASVS 5.0 7.5.1).
 */
@Injectable()
export class FreshLogin {
  constructor(
    private readonly signIn: SignInService,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly sessions: SessionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the page that must come first, or the session if it is sufficient */
  async enter(
    session: Session | undefined,
    page: FreshPage,
    request: FastifyRequest,
  ): Promise<Session | PageAnswer> {
    if (!session || !isFresh(session, this.clock.now())) {
      return this.signIn.signInFirst(request, { needs: 'fresh password', onward: page.address });
    }
    return (await this.factor.isUnused(session)) ? codePage(session, page) : session;
  }

  /**
   * Checks the posted code, then shows the page itself.
   * @throws PageError 403 when this person has no second factor
   */
  async submitCode(
    session: Session,
    otp: string,
    page: FreshPage,
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    if (!isFresh(session, this.clock.now())) return new Redirect(page.address);
    const failure = await this.check.prove(session, otp, request);
    return failure ? codePage(session, page, failure) : new Redirect(page.address);
  }

  /** Whether a form of such a page may be processed; otherwise the page that must come first. */
  async isEnough(session: Session): Promise<boolean> {
    return isFresh(session, this.clock.now()) && !(await this.factor.isUnused(session));
  }

  /**
   * Locks the session and the factor until the transaction ends.
   * @throws PageError 403 when one has changed meanwhile
   */
  async lock(tx: Transaction, session: Session): Promise<void> {
    if (!(await this.sessions.lock(tx, session))) throw badForm();
    if (await this.factor.lockUnused(tx, session)) throw badForm();
  }
}

export const isFreshLogin = (entered: Session | PageAnswer): entered is Session => 'personId' in entered;

const codePage = (person: Session, { factorForm }: FreshPage, failure?: FormFailure): Page => ({
  template: './factor',
  title: 'factor.title',
  ...failedWith(failure),
  person,
  data: { action: factorForm, error: failure?.error, values: failure?.values },
});
