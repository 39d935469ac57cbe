import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { Revocations } from '@app/revocations';
import { CLOCK, type Clock } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { SignInService } from '../login/index.js';
import { OfferPages } from '../offers/index.js';
import { badForm, Redirect, type Page, type PageAnswer } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { factorSetUpAddress, SecondFactor, SecondFactorService } from '../second-factor/index.js';
import { isFresh, SessionQueries, Sessions, type Session } from '../sessions/index.js';
import { callerOf, type Parameters } from '../request/index.js';
import { AccountQueries } from './account.queries.js';
import { deviceName } from './device-name.js';

const OWN_ADDRESS = '/oauth/account';

/** A person's own page: which applications have access, where somebody is signed in; and the ends of both. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly sessionQueries: SessionQueries,
    private readonly sessions: Sessions,
    private readonly signIn: SignInService,
    private readonly factors: SecondFactor,
    private readonly factorPages: SecondFactorService,
    private readonly people: PersonQueries,
    private readonly offers: OfferPages,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    if (!session) return this.signIn.signInFirst(request);
    const { personId, onlyAccountId, onlyPortalId } = session;
    const now = this.clock.now();
    const [applications, sessions, codesLeft, portal, accounts, offered] = await Promise.all([
      this.queries.applications(personId, onlyAccountId, now),
      this.sessionQueries.list(personId, onlyAccountId, now),
      this.factors.recoveryCodesLeft(personId),
      onlyPortalId === null ? undefined : this.people.accountIn(onlyPortalId, personId, 'any'),
      this.people.reachOf(session),
      this.offers.below(session),
    ]);
    const language = acceptedLanguage(request.headers['accept-language']);
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    return {
      template: './account',
      title: 'account.title',
      person: session,
      data: {
        applications,
        sessions: sessions.map((one) => ({
          ...one,
          device: deviceName(one.userAgent),
          since: one.createdTime,
          isThis: one.id === session.id,
        })),
        portals: accounts,
        ...offered,
        administered: accounts.filter(({ roles }) => roles.includes('Administrator')),
        limitedTo: onlyPortalId === null ? undefined : portal?.portalTitle,
        codesLeft,
        date: (time: Date) => format.format(time),
      },
    };
  }

  confirm(request: FastifyRequest): Promise<PageAnswer> {
    return this.signIn.signInFirst(request, { needs: 'password' });
  }

  /** @param transaction of the request that waits for a second factor, see {@link factorSetUpAddress} */
  showFactor(
    session: Session | undefined,
    request: FastifyRequest,
    transaction?: string,
  ): Promise<PageAnswer> {
    if (session && isFresh(session, this.clock.now())) return this.factorPages.show(session, transaction);
    const onward = factorSetUpAddress(transaction);
    return this.signIn.signInFirst(request, { needs: 'fresh password', onward });
  }

  /** Ends every grant of one application in one of the person's accounts, and forgets the consent. */
  async removeApplication(session: Session, form: Parameters, request: FastifyRequest): Promise<PageAnswer> {
    const { personId, onlyAccountId } = session;
    const now = this.clock.now();
    const application = (await this.queries.applications(personId, onlyAccountId, now)).find(
      (one) => one.clientId === form.get('client_id') && String(one.accountId) === form.get('account'),
    );
    if (!application) throw badForm();
    const { portalId, accountId, clientId } = application;
    await this.database.write(async (tx) => {
      for (const id of await this.queries.grantsOf(tx, portalId, accountId, clientId, now)) {
        await this.revocations.endFamily(tx, id, 'removed by the person');
      }
      await this.queries.withdrawConsent(tx, portalId, accountId, clientId);
      const entry = { event: 'consent.withdrawn', personId, portalId, accountId, clientId } as const;
      await this.audit.record(tx, callerOf(request), entry);
    });
    await this.reader.read();
    return new Redirect(OWN_ADDRESS);
  }

  async endSession(session: Session, form: Parameters, request: FastifyRequest): Promise<PageAnswer> {
    const { personId, onlyAccountId } = session;
    await this.database.write(async (tx) => {
      const id = form.get('session') ?? '';
      if (!(await this.sessionQueries.endById(tx, personId, id, onlyAccountId))) return;
      await this.audit.record(tx, callerOf(request), { event: 'session.ended', personId });
    });
    return new Redirect(OWN_ADDRESS);
  }

  async signOut(session: Session, request: FastifyRequest): Promise<Page> {
    await this.database.write(async (tx) => {
      await this.sessions.end(tx, request);
      await this.audit.record(tx, callerOf(request), { event: 'logout', personId: session.personId });
    });
    this.sessions.forget(request);
    const data = { message: 'signedOut.text', link: { href: OWN_ADDRESS, text: 'common.signIn' } };
    return { template: './message', title: 'signedOut.title', data };
  }
}
