import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { FreshLogin, isFreshLogin } from '../../sign-in/fresh-login/index.js';
import {
  Redirect,
  failedWith,
  type FormFailure,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import { FactorCheck, SecondFactor } from '../../sign-in/second-factor/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { MergeDecision, mergePage } from './merge-decision.js';
import { MergingQueries, type SecondAccount } from './merging.queries.js';
import { OtherLogin } from './other-login.js';

const again = new Redirect(mergePage.address);

/** Signs in to two accounts in one browser: a recent login to each, with its second factor. */
@Injectable()
export class MergeLogins {
  constructor(
    private readonly database: Database,
    private readonly queries: MergingQueries,
    private readonly freshLogin: FreshLogin,
    private readonly otherLogin: OtherLogin,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly decision: MergeDecision,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The next step: the person's own login, the login to the other account, or the decision. */
  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const entered = await this.freshLogin.enter(session, mergePage, request);
    if (!isFreshLogin(entered)) return entered;
    const otherLogin = await this.queries.other(entered.id, this.clock.now());
    if (!otherLogin) return signInPage(entered);
    if (!otherLogin.byFactor && (await this.factor.isActive(otherLogin.personId)))
      return codePage(entered, otherLogin);
    return this.decision.page(entered, otherLogin);
  }

  async signInToOther(
    session: Session,
    credentials: { username: string; password: string },
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    if (!(await this.freshLogin.isEnough(session))) return again;
    const failure = await this.otherLogin.login(session, credentials, request);
    return failure ? signInPage(session, failure, credentials.username) : again;
  }

  async submitOthersCode(session: Session, otp: string, request: FastifyRequest): Promise<PageAnswer> {
    const otherLogin = await this.queries.other(session.id, this.clock.now());
    if (
      !otherLogin ||
      !(await this.freshLogin.isEnough(session)) ||
      !(await this.factor.isActive(otherLogin.personId))
    )
      return again;
    const failure = await this.check.failure(otherLogin, otp, 'account page', request);
    if (failure) return codePage(session, otherLogin, failure);
    await this.database.write((tx) => this.queries.recordFactor(tx, session.id, otherLogin.personId));
    return again;
  }

  /** Clears the other login and the pending merge. */
  async cancel(session: Session): Promise<PageAnswer> {
    await this.database.write((tx) => this.queries.forget(tx, session.id));
    return new Redirect('/oauth/account');
  }
}

const signInPage = (person: Session, failure?: FormFailure, username?: string): Page => ({
  template: './merge',
  title: 'merge.title',
  portalId: null, // the page asks for the password of a person other than the one signed in
  address: '/oauth/account/merge',
  ...failedWith(failure),
  person,
  data: { error: failure?.error, values: failure?.values, username },
});

const codePage = (person: Session, { email: owner }: SecondAccount, failure?: FormFailure): Page => ({
  template: './factor',
  title: 'factor.title',
  portalId: null,
  address: '/oauth/account/merge',
  ...failedWith(failure),
  person,
  data: {
    action: '/oauth/account/merge/other-factor',
    owner,
    error: failure?.error,
    values: failure?.values,
  },
});
