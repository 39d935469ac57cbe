import { Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { FreshLogin, isFreshLogin, type FreshPage } from '../../sign-in/fresh-login/index.js';
import { ACCOUNT_ADDRESS, badForm, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { PersonQueries, type PersonsAccount } from '../../edge/people/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { AccountClosing } from './account-closing.js';
import { parseAccountId } from './offer-pages.service.js';

const createPage = (accountId: number): FreshPage => ({
  address: `/oauth/account/leave?account=${accountId}`,
  factorForm: `/oauth/account/leave/factor?account=${accountId}`,
});

/** Lets a person leave a portal: the account there is closed, as by an administrator. */
@Injectable()
export class LeavePortalService {
  constructor(
    private readonly database: Database,
    private readonly people: PersonQueries,
    private readonly freshLogin: FreshLogin,
    private readonly ends: AccountClosing,
    private readonly audit: AuditLog,
    private readonly reader: RevocationReader,
  ) {}

  /** The confirmation page; needs a recent login, with the second factor if the person has one. */
  async showPage(
    session: Session | undefined,
    account: unknown,
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const accountId = parseAccountId(account);
    if (accountId === undefined) return new Redirect(ACCOUNT_ADDRESS);
    const entered = await this.freshLogin.enter(session, createPage(accountId), request);
    if (!isFreshLogin(entered)) return entered;
    const ownAccount = await this.#findOwn(entered, accountId);
    return ownAccount ? closingPage(entered, ownAccount) : new Redirect(ACCOUNT_ADDRESS);
  }

  async submitCode(
    session: Session,
    otp: string,
    account: unknown,
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const accountId = parseAccountId(account);
    if (accountId === undefined) throw badForm();
    return this.freshLogin.submitCode(session, otp, createPage(accountId), request);
  }

  async closeAccount(session: Session, form: Parameters): Promise<PageAnswer> {
    const accountId = parseAccountId(form.get('account'));
    if (accountId === undefined) throw badForm();
    if (!(await this.freshLogin.isEnough(session))) return new Redirect(createPage(accountId).address);
    const ownAccount = await this.#findOwn(session, accountId);
    if (!ownAccount) return new Redirect(ACCOUNT_ADDRESS);
    const { portalId } = ownAccount;
    try {
      await this.database.write(async (tx) => {
        await this.ends.close(tx, ownAccount, {
          because: 'left',
          lock: () => this.freshLogin.lock(tx, session),
        });
        const { personId } = session;
        await this.audit.record(tx, {
          event: 'account.left',
          personId,
          portalId,
          accountId,
        });
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.errorCode === 'last_administrator') return closingPage(session, ownAccount, true);
      if (error.status !== 404) throw error; // 404: an administrator has removed the account in the meantime
    }
    await this.reader.read();
    return new Redirect(ACCOUNT_ADDRESS);
  }

  async #findOwn(session: Session, accountId: number): Promise<PersonsAccount | undefined> {
    const accounts = await this.people.listAccounts(session.personId);
    return accounts.find((one) => one.accountId === accountId);
  }
}

const closingPage = (
  person: Session,
  { accountId, portalId, portalTitle }: PersonsAccount,
  isLast = false,
): Page => ({
  template: './leave',
  title: 'leave.title',
  titleValues: { portal: portalTitle },
  portalId,
  address: createPage(accountId).address,
  person,
  status: isLast ? 409 : 200,
  data: { accountId, portal: portalTitle, error: isLast ? 'leave.last' : undefined },
});
