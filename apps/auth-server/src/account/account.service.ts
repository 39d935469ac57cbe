import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { Revocations } from '@app/grants';
import { CLOCK, type Clock } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { AuthorizeService } from '../authorize/index.js';
import { badForm, Browser, FormGuard, sendPage, sendRedirect } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { factorAddress, SecondFactor, SecondFactorService } from '../second-factor/index.js';
import { isFresh, SessionQueries, Sessions, type Session } from '../sessions/index.js';
import { callerOf, type Parameters } from '../common/index.js';
import { AccountQueries } from './account.queries.js';
import { deviceName } from './device-name.js';

const ownAddress = '/oauth/account';

/** A person's own page: which applications have access, where somebody is signed in; and the ends of both. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly sessionQueries: SessionQueries,
    private readonly sessions: Sessions,
    private readonly authorize: AuthorizeService,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    private readonly factors: SecondFactor,
    private readonly factorPages: SecondFactorService,
    private readonly people: PersonQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.sessions.current(request);
    if (!session) return this.authorize.signInFirst(request, reply);
    const { personId, onlyAccountId, onlyPortalId } = session;
    const now = this.clock.now();
    const [applications, sessions, codesLeft, portal] = await Promise.all([
      this.queries.applications(personId, onlyAccountId, now),
      this.sessionQueries.list(personId, onlyAccountId, now),
      this.factors.recoveryCodesLeft(personId),
      onlyPortalId === null ? undefined : this.people.accountIn(onlyPortalId, personId),
    ]);
    const language = acceptedLanguage(request.headers['accept-language']);
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    sendPage(reply, {
      template: './account',
      title: 'account.title',
      language,
      data: {
        applications,
        sessions: sessions.map((one) => ({
          ...one,
          device: deviceName(one.userAgent),
          since: one.createdTime,
          isThis: one.id === session.id,
        })),
        limitedTo: onlyPortalId === null ? undefined : portal?.portalTitle,
        codesLeft,
        date: (time: Date) => format.format(time),
        csrf: this.browser.csrfToken(this.browser.identify(request, reply), session.id),
        person: { name: session.name, email: session.email },
      },
    });
  }

  async confirm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.authorize.signInFirst(request, reply, { needs: 'password' });
  }

  async showFactor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.sessions.current(request);
    if (session && isFresh(session, this.clock.now())) return this.factorPages.show(request, reply, session);
    await this.authorize.signInFirst(request, reply, { needs: 'fresh password', onward: factorAddress });
  }

  /** Ends every grant of one application in one of the person's accounts, and forgets the consent. */
  async removeApplication(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session, form } = await this.#open(request, ['client_id', 'account']);
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
    sendRedirect(reply, ownAddress);
  }

  async endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session, form } = await this.#open(request, ['session']);
    const { personId, onlyAccountId } = session;
    await this.database.write(async (tx) => {
      const id = form.get('session') ?? '';
      if (!(await this.sessionQueries.endById(tx, personId, id, onlyAccountId))) return;
      await this.audit.record(tx, callerOf(request), { event: 'session.ended', personId });
    });
    sendRedirect(reply, ownAddress);
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session } = await this.#open(request, []);
    await this.database.write(async (tx) => {
      await this.sessions.end(tx, request);
      await this.audit.record(tx, callerOf(request), { event: 'logout', personId: session.personId });
    });
    this.sessions.forget(reply);
    const language = acceptedLanguage(request.headers['accept-language']);
    const data = { message: 'signedOut.text', link: { href: ownAddress, text: 'common.signIn' } };
    sendPage(reply, { template: './message', title: 'signedOut.title', language, data });
  }

  async #open(request: FastifyRequest, fields: string[]): Promise<{ session: Session; form: Parameters }> {
    const session = await this.sessions.current(request);
    const form = await this.forms.read(request, fields, session?.id);
    if (!session) throw badForm();
    return { session, form };
  }
}
