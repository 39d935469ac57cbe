import { Inject, Injectable } from '@nestjs/common';
import { type AuditEntry, Revocations } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { removeSecondFactor } from '@app/credentials';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox, type MailTemplate } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import {
  ACCOUNT_ADDRESS,
  badForm,
  Redirect,
  failedWith,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import { isFresh, SessionQueries, type Session } from '../../edge/sessions/index.js';
import { FactorCheck, type FactorFailure } from './factor-check.js';
import { qrCode } from './qr-code.js';
import { SecondFactor, type FactorSetup } from './second-factor.js';

const FACTOR_ADDRESS = '/oauth/account/second-factor';
const removeAddress = `${FACTOR_ADDRESS}/remove`;
const codesAddress = `${FACTOR_ADDRESS}/recovery-codes`;

/**
 * The page on which the second factor is set up or turned off.
 * @param transaction of the request to continue with afterwards; anything else is ignored
 */
export const factorSetUpAddress = (transaction?: string): string =>
  isTransaction(transaction) ? `${FACTOR_ADDRESS}?transaction=${transaction}` : FACTOR_ADDRESS;

/**
 * Whether the value is the id of a request. The page that resumes a request looks up only this id, which belongs to one
 * browser, so it cannot redirect anywhere else.
 */
const isTransaction = (value: string | undefined): value is string =>
  value !== undefined && /^[a-z]+_\d{8}_[\w-]{32}$/.test(value);

const onwardAddress = (transaction: string | undefined): string =>
  isTransaction(transaction) ? `/oauth/authorize/continue?transaction=${transaction}` : ACCOUNT_ADDRESS;

/** The pages on which a person turns the second factor on and off; never in a one-time session. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly sessions: SessionQueries,
    private readonly revocations: Revocations,
    private readonly audit: AuditLog,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Continues after the password has been entered. */
  async show(session: Session, transaction?: string): Promise<PageAnswer> {
    if (!(await this.factor.isActive(session.personId))) return this.#proposed(session, transaction);
    // set up in another window in the meantime
    if (isTransaction(transaction)) return new Redirect(onwardAddress(transaction));
    return codePage(session, removeAddress);
  }

  async propose(session: Session): Promise<PageAnswer> {
    if (!session.byPassword) return passwordFirst;
    if (await this.factor.isActive(session.personId)) throw badForm();
    return isFresh(session, this.clock.now()) ? this.#proposed(session) : passwordFirst;
  }

  /** @param options.transaction of the authorization request to continue, see {@link factorSetUpAddress} */
  async confirm(
    session: Session,
    { otp, transaction }: { otp: string; transaction: string | undefined },
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const passwordFirst = new Redirect(factorSetUpAddress(transaction));
    if (!session.byPassword) return passwordFirst;
    const { personId } = session;
    if (await this.factor.isActive(personId)) throw badForm();
    const factorSetup = await this.factor.proposedTo(session);
    if (!factorSetup) return passwordFirst;
    const failure = await this.check.failure(session, otp, 'set-up page', request);
    if (failure) return proposalPage(session, factorSetup, transaction, failure);
    const codes = await this.#change(request, session, { on: true }, 'second-factor-on', (tx) =>
      this.#confirmed(tx, session),
    );
    return codesPage(session, codes, onwardAddress(transaction));
  }

  /** Turning the factor off requires a code, too. */
  async remove(session: Session, otp: string | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const pageBefore = await this.#codePage(session, otp, request, removeAddress);
    if (pageBefore) return pageBefore;
    await this.#change(request, session, { on: false }, 'second-factor-off', async (tx) => {
      await removeSecondFactor(tx, session.personId, this.clock.now());
      this.revocations.wakeAfter(tx);
    });
    const link = { href: ACCOUNT_ADDRESS, text: 'common.continue' };
    return factorPage(session, './message', { message: 'account.factor.removed', link });
  }

  /** Requires a code, so that a person at an unattended browser cannot get codes for later use. */
  async renewCodes(session: Session, otp: string | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const pageBefore = await this.#codePage(session, otp, request, codesAddress);
    if (pageBefore) return pageBefore;
    const details = { on: true, what: 'recovery codes' };
    const codes = await this.#change(request, session, details, 'recovery-codes', (tx) =>
      this.factor.renewRecoveryCodes(tx, session.personId),
    );
    return codesPage(session, codes);
  }

  /** The page that asks for a code; undefined once the form contains a right one. */
  async #codePage(
    session: Session,
    otp: string | undefined,
    request: FastifyRequest,
    action: string,
  ): Promise<PageAnswer | undefined> {
    if (!session.byPassword) return passwordFirst;
    if (!(await this.factor.isActive(session.personId))) throw badForm();
    if (otp === undefined) return codePage(session, action);
    const failure = await this.check.failure(session, otp, 'account page', request);
    return failure && codePage(session, action, failure);
  }

  /**
   * Changes the factor, records it in the audit log, and mails the person.
   * @throws PageError when the session has ended in the meantime
   */
  #change<T>(
    request: FastifyRequest,
    session: Session,
    details: AuditEntry['details'] & object,
    template: MailTemplate,
    change: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const { personId, email: recipient, locale: language } = session;
    return this.database.write(async (tx) => {
      if (!(await this.sessions.lock(tx, session))) throw badForm();
      const result = await change(tx);
      await this.mails.enqueue(tx, { template, recipient, personId, language });
      await this.audit.record(tx, {
        event: 'second_factor.changed',
        personId,
        details,
      });
      return result;
    });
  }

  async #proposed(session: Session, transaction?: string): Promise<Page> {
    return proposalPage(session, await this.factor.propose(session), transaction);
  }

  /** Confirms the factor. Its code was entered in this session, so the session has used the factor. */
  async #confirmed(tx: Transaction, session: Session): Promise<string[]> {
    const { confirmedAt, codes } = await this.factor.confirm(tx, session.personId);
    await this.sessions.recordFactor(tx, session, confirmedAt);
    return codes;
  }
}

/** A person who came by a link, or entered the password a while ago, must enter it first. */
const passwordFirst = new Redirect(FACTOR_ADDRESS);

const factorPage = (
  person: Session,
  template: string,
  data: Record<string, unknown>,
  failure?: FactorFailure,
): Page => ({
  template,
  title: 'factor.title',
  ...failedWith(failure),
  person,
  data: {
    ...data,
    error: failure?.error,
    values: failure && 'values' in failure ? failure.values : undefined,
  },
});

const codePage = (person: Session, action: string, failure?: FactorFailure): Page =>
  factorPage(person, './factor', { action }, failure);

const codesPage = (person: Session, codes: string[], onward = onwardAddress(undefined)): Page => ({
  ...factorPage(person, './recovery-codes', { codes, onward }),
  isShownOnce: true,
});

const proposalPage = (
  person: Session,
  factorSetup: FactorSetup,
  transaction: string | undefined,
  failure?: FactorFailure,
): Page => ({
  ...factorPage(
    person,
    './set-up-factor',
    {
      ...factorSetup,
      qr: qrCode(factorSetup.uri),
      transaction: isTransaction(transaction) ? transaction : undefined,
    },
    failure,
  ),
  address: factorSetUpAddress(transaction),
});
