import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { MIN_PASSWORD_LENGTH, PasswordPool, provePerson } from '@app/passwords';
import { Revocations } from '@app/revocations';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { acceptedLanguage, type Language, type TextKey } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { WayBack } from '../login/index.js';
import { Offers, welcomeAddress } from '../offers/index.js';
import { PageError, type Page } from '../pages/index.js';
import { PasswordCheck } from '../passwords/index.js';
import { SessionQueries, Sessions } from '../sessions/index.js';
import { callerOf, type Parameters } from '../request/index.js';
import { newPasswordError } from './new-password.js';
import { SetPasswordQueries, type LinkOwner } from './set-password.queries.js';

/** The account that a mailed link has accepted. */
interface Accepted {
  portalId: number;
  accountId: number;
}

const languageOf = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers['accept-language']);

/** Forgotten passwords and mailed links. Source: OWASP Forgot Password, wire contract section 3. */
@Injectable()
export class SetPasswordService {
  constructor(
    private readonly database: Database,
    private readonly queries: SetPasswordQueries,
    private readonly sessionQueries: SessionQueries,
    private readonly sessions: Sessions,
    private readonly pool: PasswordPool,
    private readonly passwords: PasswordCheck,
    private readonly mails: MailOutbox,
    private readonly wayBack: WayBack,
    private readonly offers: Offers,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  showForgotten(): Page {
    return { template: './forgotten', title: 'forgotten.title' };
  }

  /** The same answer and the same work for every address; whether it belongs to anybody, the worker finds out. */
  async requestLink(form: Parameters, request: FastifyRequest): Promise<Page> {
    const recipient = (form.get('username') ?? '').trim();
    const language = languageOf(request);
    await this.wayBack.note(request, form.get('transaction'));
    const isAddress = /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(recipient);
    if (isAddress && (await this.#isWithinBudget(request, recipient))) {
      await this.database.write(async (tx) => {
        const isSent = await this.mails.enqueue(tx, { template: 'password-reset', recipient, language });
        if (isSent) await this.audit.record(tx, callerOf(request), { event: 'password.link_requested' });
      });
    }
    return { template: './message', title: 'forgotten.title', data: { message: 'forgotten.sent' } };
  }

  /** Somebody can name ever other addresses: the network that asks has a budget, as for wrong passwords. */
  async #isWithinBudget(request: FastifyRequest, recipient: string): Promise<boolean> {
    const attempt = {
      username: `link ${recipient}`,
      caller: callerOf(request),
      by: 'password link',
      clientId: undefined,
      isClientProven: false,
      knownDevice: undefined,
    } as const;
    try {
      await this.passwords.counted(attempt, async () => false);
      return true;
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return false;
      throw error;
    }
  }

  /** Looking at a link spends nothing: mail scanners do it too. */
  async showLink(token: string): Promise<Page> {
    return formPage(token, await this.#owner(token));
  }

  async setPassword(form: Parameters, request: FastifyRequest): Promise<Page> {
    const token = form.get('link') ?? '';
    const owner = await this.#owner(token);
    const password = form.get('password') ?? '';
    const error = await newPasswordError(form, owner.email);
    if (error) return formPage(token, owner, error);
    const accepted = await this.#save(request, token, owner, await this.pool.hash(password));
    await this.reader.read();
    this.sessions.forget(request);
    const isToBeWelcomed = accepted !== undefined && (await this.offers.isToBeWelcomed(accepted));
    const wayBack = await this.wayBack.take(request);
    const href = isToBeWelcomed ? welcomeAddress(accepted.portalId) : (wayBack ?? '/oauth/account');
    const data = { message: 'setPassword.done', link: { href, text: 'common.signIn' } };
    return { template: './message', title: 'setPassword.title', data };
  }

  /**
   * A new password ends everything that was got with the old one.
   * @returns the account that a portal's link accepts, if it does.
   */
  async #save(
    request: FastifyRequest,
    token: string,
    owner: LinkOwner,
    hash: string,
  ): Promise<Accepted | undefined> {
    const { personId } = owner;
    const now = this.clock.now();
    return this.database.write(async (tx) => {
      if (!(await this.queries.spend(tx, token, now))) throw deadLink();
      // who reads the mails of an address is who it belongs to
      const isFirstProof = await provePerson(tx, personId, { by: 'mail', portalId: owner.portalId }, now);
      const accepted = isFirstProof ? await this.#accept(tx, owner) : undefined;
      await this.queries.savePassword(tx, personId, hash, now);
      await this.queries.endLinks(tx, personId);
      // before the accounts are read: who is giving a consent holds the session, be it in an account just made
      await this.sessionQueries.endAllOf(tx, personId);
      // the first proof has ended what there was, but for what applications got for themselves
      for (const accountId of isFirstProof ? [] : await this.queries.accountIds(tx, personId)) {
        const options = { endFamilies: true, because: 'password changed' };
        await this.revocations.takeAwayRights(tx, { accountId }, options);
      }
      const { email: recipient, locale: language, name } = owner;
      await this.mails.enqueue(tx, {
        template: 'password-changed',
        recipient,
        personId,
        language,
        data: { name },
      });
      await this.audit.record(tx, callerOf(request), { event: 'password.changed', personId });
      return accepted;
    });
  }

  /** A portal's link is for the account there; one that the person asked for themselves is for none. */
  async #accept(tx: Transaction, { portalId, personId }: LinkOwner): Promise<Accepted | undefined> {
    if (portalId === null) return undefined;
    const accountId = await this.offers.acceptIn(tx, portalId, personId);
    return accountId === undefined ? undefined : { portalId, accountId };
  }

  async #owner(token: string): Promise<LinkOwner> {
    const owner = await this.queries.find(token, this.clock.now());
    if (!owner) throw deadLink();
    if (owner.isKept) throw new PageError('proof.kept');
    return owner;
  }
}

const formPage = (link: string, { email }: LinkOwner, error?: TextKey): Page => ({
  template: './set-password',
  title: 'setPassword.title',
  status: error ? 400 : 200,
  data: { link, email, length: MIN_PASSWORD_LENGTH, error },
});

const deadLink = (): PageError =>
  new PageError('setPassword.linkDead', {}, 400, {
    link: { href: '/oauth/password/forgotten', text: 'setPassword.askAgain' },
  });
