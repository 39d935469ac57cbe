import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { LimitReached } from '@app/limits';
import { MailOutbox } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { AddressNews } from '../address/index.js';
import { AuditLog } from '../audit/index.js';
import { FreshEntry, isEntered, type FreshPage } from '../fresh-entry/index.js';
import { Redirect, failedWith, type FormFailure, type Page, type PageAnswer } from '../pages/index.js';
import { callerOf } from '../request/index.js';
import { FactorCheck, SecondFactor } from '../second-factor/index.js';
import type { Session } from '../sessions/index.js';
import { MergingQueries, type Merged, type Other } from './merging.queries.js';
import { OtherLogin } from './other-login.js';

/** The page on which two accounts are merged. */
const own: FreshPage = { address: '/oauth/account/merge', factorForm: '/oauth/account/merge/factor' };
const again = new Redirect(own.address);

/** Merging two people, which nothing but both logins, freshly given in one browser, brings about. */
@Injectable()
export class MergingService {
  constructor(
    private readonly database: Database,
    private readonly queries: MergingQueries,
    private readonly entry: FreshEntry,
    private readonly otherLogin: OtherLogin,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly news: AddressNews,
    private readonly mails: MailOutbox,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What is due: one's own login, that of the other account, or the decision. */
  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const entered = await this.entry.enter(session, own, request);
    if (!isEntered(entered)) return entered;
    const other = await this.queries.other(entered.id, this.clock.now());
    if (!other) return signInPage(entered);
    if (!other.byFactor && (await this.factor.isActive(other.personId))) return codePage(entered, other);
    return this.#decisionPage(entered, other);
  }

  giveCode(session: Session, otp: string, request: FastifyRequest): Promise<PageAnswer> {
    return this.entry.giveCode(session, otp, own, request);
  }

  async signInToOther(
    session: Session,
    given: { username: string; password: string },
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    if (!(await this.entry.isEnough(session))) return again;
    const failure = await this.otherLogin.login(session, given, request);
    return failure ? signInPage(session, failure, given.username) : again;
  }

  async giveOthersCode(session: Session, otp: string, request: FastifyRequest): Promise<PageAnswer> {
    const other = await this.queries.other(session.id, this.clock.now());
    if (!other || !(await this.entry.isEnough(session)) || !(await this.factor.isActive(other.personId)))
      return again;
    const failure = await this.check.failure(other, otp, 'account page', request);
    if (failure) return codePage(session, other, failure);
    await this.database.write((tx) => this.queries.noteFactor(tx, session.id, other.personId));
    return again;
  }

  /** @param shown id of the person whom the page named: another one may be signed in to in another window meanwhile. */
  async merge(session: Session, shown: string, request: FastifyRequest): Promise<PageAnswer> {
    if (!(await this.entry.isEnough(session))) return again;
    const other = await this.queries.other(session.id, this.clock.now());
    if (!other || String(other.personId) !== shown) return again;
    const { personId } = session;
    const result = await this.database
      .write(async (tx): Promise<Merged> => {
        const merged = await this.queries.merge(tx, session, this.clock.now());
        if (merged.outcome !== 'done') throw new NotMerged(merged);
        if (merged.personId !== other.personId) throw new NotMerged({ outcome: 'sign in' });
        await this.entry.hold(tx, session);
        await this.news.tellOf(tx, merged.moved);
        const mail = {
          template: 'accounts-merged',
          recipient: merged.email,
          language: merged.locale,
        } as const;
        if (!(await this.mails.enqueue(tx, { ...mail, personId }))) throw new LimitReached('address_notices');
        const details = { person: merged.personId, accounts: merged.moved.join(' ') };
        await this.audit.record(tx, callerOf(request), { event: 'accounts.merged', personId, details });
        return merged;
      })
      .catch((error: unknown) => {
        if (error instanceof NotMerged) return error.why;
        throw error;
      });
    if (result.outcome !== 'done') return again; // the page says what is in the way
    await this.reader.read();
    return {
      template: './message',
      title: 'merge.title',
      person: session,
      data: {
        message: 'merge.done',
        values: { email: session.email },
        link: { href: '/oauth/account', text: 'common.continue' },
      },
    };
  }

  /** Forgets the other login. */
  async cancel(session: Session): Promise<PageAnswer> {
    await this.database.write((tx) => this.queries.forget(tx, session.id));
    return new Redirect('/oauth/account');
  }

  async #decisionPage(person: Session, other: Other): Promise<Page> {
    const { both, isRecent } = await this.queries.obstacles(
      person.personId,
      other.personId,
      this.clock.now(),
    );
    return {
      template: './merge-accounts',
      title: 'merge.title',
      person,
      data: {
        other: other.email,
        otherId: other.personId,
        portals: await this.queries.portalsOf(other.personId),
        both: both.join(', '),
        isRecent,
      },
    };
  }
}

/** Rolls the transaction back, and says why nothing came of it. */
class NotMerged extends Error {
  constructor(readonly why: Exclude<Merged, { outcome: 'done' }>) {
    super(why.outcome);
  }
}

const signInPage = (person: Session, failure?: FormFailure, username?: string): Page => ({
  template: './merge',
  title: 'merge.title',
  ...failedWith(failure),
  person,
  data: { error: failure?.error, values: failure?.values, username },
});

const codePage = (person: Session, { email: owner }: Other, failure?: FormFailure): Page => ({
  template: './factor',
  title: 'factor.title',
  ...failedWith(failure),
  person,
  data: {
    action: '/oauth/account/merge/other-factor',
    owner,
    error: failure?.error,
    values: failure?.values,
  },
});
