import { Inject, Injectable } from '@nestjs/common';
import { administers } from '@app/contracts';
import type { Transaction } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../../sign-in/login/index.js';
import { ACCOUNT_ADDRESS, badForm, PagePortals, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { PersonQueries, type PersonsAccount } from '../../edge/people/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { factorSetUpAddress, SecondFactor } from '../../sign-in/second-factor/index.js';
import { isFresh, SessionQueries, type Session } from '../../edge/sessions/index.js';
import { EntryQuery } from './entry-query.js';
import type { Decider } from './portal-applications.js';

/** An administrator in a portal, with a session that is strong enough. */
export interface AdminVisit {
  session: Session;
  account: PersonsAccount;
}

type PageName = '' | '/details' | '/approve';

/**
 * Access control for these pages: administrators, signed in by their own password, with a second factor where
 * required.
 */
@Injectable()
export class AdminAccess {
  constructor(
    private readonly signIn: SignInService,
    private readonly people: PersonQueries,
    private readonly factor: SecondFactor,
    private readonly sessions: SessionQueries,
    private readonly portals: PagePortals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether the person gave their password recently. */
  isFresh(session: Session): boolean {
    return isFresh(session, this.clock.now());
  }

  /** The page that must come first (sign in, set up the factor, choose a portal), or the entered portal. */
  async enter(
    session: Session | undefined,
    query: EntryQuery,
    page: PageName,
    request: FastifyRequest,
    needs: 'password' | 'fresh password' = 'password',
  ): Promise<AdminVisit | PageAnswer> {
    const isEnough = session && (needs === 'password' ? session.byPassword : this.isFresh(session));
    if (!isEnough) return this.signIn.signInFirst(request, { needs, onward: query.address(page) });
    const accounts = await this.#administered(session);
    const account =
      query.portalId === undefined && accounts.length === 1
        ? accounts[0]
        : accounts.find(({ portalId }) => portalId === query.portalId);
    if (!account) return portalsPage(session, accounts, query.portalId !== undefined);
    this.portals.setPortal(request, account.portalId);
    return (await this.#factorPage(session, account)) ?? { session, account };
  }

  /**
   * Checks a posted form like {@link enter}.
   * @throws PageError 403 when the person is not an administrator there, or signed in by a link
   */
  async fromForm(
    session: Session,
    form: Parameters,
    request: FastifyRequest,
  ): Promise<AdminVisit & { clientId: string }> {
    const { portalId, clientId } = EntryQuery.of(Object.fromEntries(form));
    if (!session.byPassword || clientId === undefined) throw badForm();
    const account = (await this.#administered(session)).find((one) => one.portalId === portalId);
    if (!account || (await this.#factorPage(session, account))) throw badForm();
    this.portals.setPortal(request, account.portalId);
    return { session, account, clientId };
  }

  /** The account that decides. Its session must not end before the transaction does. */
  toDecider({ session, account }: AdminVisit): Decider {
    return {
      portalId: account.portalId,
      accountId: account.accountId,
      lock: async (tx: Transaction) => {
        if (!(await this.sessions.lock(tx, session))) throw badForm();
        if (!(await this.factor.lockSufficient(tx, session, account.portalId))) throw badForm();
      },
    };
  }

  async #administered(session: Session): Promise<PersonsAccount[]> {
    const accounts = await this.people.listReachableAccounts(session);
    return accounts.filter(({ roles }) => administers(roles));
  }

  async #factorPage(session: Session, { portalId, portalTitle }: PersonsAccount): Promise<Page | undefined> {
    const requiredStep = await this.factor.requiredStep(session, portalId);
    if (requiredStep === undefined) return undefined;
    const [message, link] =
      requiredStep === 'set-up'
        ? ['factor.required', { href: factorSetUpAddress(), text: 'account.factor.setUp' }]
        : ['factor.signInAgain', { href: ACCOUNT_ADDRESS, text: 'account.title' }];
    return {
      template: './message',
      title: 'factor.title',
      status: 403,
      person: session,
      data: { message, values: { portal: portalTitle }, link },
    };
  }
}

const portalsPage = (person: Session, accounts: PersonsAccount[], isForeign: boolean): Page => ({
  template: './applications-portals',
  title: 'applications.portals.title',
  status: accounts.length === 0 || isForeign ? 403 : 200,
  person,
  data: { accounts },
});

export const isAdminVisit = (visit: AdminVisit | PageAnswer): visit is AdminVisit => 'account' in visit;
