import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '@app/audit';
import { Database, type Transaction } from '@app/database';
import { removeSecondFactor } from '@app/grants';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox, type MailTemplate } from '@app/mail';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { badForm, Browser, FormGuard, sendPage, sendRedirect } from '../pages/index.js';
import { isFresh, SessionQueries, Sessions, type Session } from '../sessions/index.js';
import { callerOf, type Parameters } from '../common/index.js';
import { FactorCheck, type FactorTrouble } from './factor-check.js';
import { qrCode } from './qr-code.js';
import { SecondFactor, type Proposal } from './second-factor.js';

/** The page on which the second factor is set up or turned off. */
export const factorAddress = '/oauth/account/second-factor';
const removeAddress = `${factorAddress}/remove`;
const codesAddress = `${factorAddress}/recovery-codes`;

interface Shown {
  template: string;
  data: Record<string, unknown>;
  trouble?: FactorTrouble | undefined;
}

/** The pages on which a person turns the second factor on and off; never by a one-time session. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly sessions: Sessions,
    private readonly sessionQueries: SessionQueries,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Goes on after the password was asked for. */
  async show(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    if (!(await this.factor.isActive(session.personId))) return this.#propose(request, reply, session);
    const data = { action: removeAddress };
    this.#send(request, reply, session, { template: './factor', data });
  }

  async propose(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#open(request, [], reply);
    if (!open) return;
    const { session } = open;
    if (await this.factor.isActive(session.personId)) throw badForm();
    if (!isFresh(session, this.clock.now())) return sendRedirect(reply, factorAddress);
    await this.#propose(request, reply, session);
  }

  async confirm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#open(request, ['otp'], reply);
    if (!open) return;
    const { session, form } = open;
    const { personId } = session;
    if (await this.factor.isActive(personId)) throw badForm();
    const proposal = await this.factor.proposedTo(session);
    if (!proposal) return sendRedirect(reply, factorAddress);
    const trouble = await this.check.trouble(session, form.get('otp') ?? '', 'account page', request);
    if (trouble) return this.#showProposal(request, reply, session, proposal, trouble);
    const codes = await this.#change(request, session, { on: true }, 'second-factor-on', (tx) =>
      this.factor.confirm(tx, personId),
    );
    this.#send(request, reply, session, { template: './recovery-codes', data: { codes } });
  }

  /** Turning it off takes a code, too. */
  async remove(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.#provenBy(request, reply, removeAddress);
    if (!session) return;
    await this.#change(request, session, { on: false }, 'second-factor-off', (tx) =>
      removeSecondFactor(tx, session.personId),
    );
    const link = { href: '/oauth/account', text: 'common.continue' };
    this.#send(request, reply, session, {
      template: './message',
      data: { message: 'account.factor.removed', link },
    });
  }

  /** Takes a code, too: who finds a browser open must not get codes for later. */
  async renewCodes(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.#provenBy(request, reply, codesAddress);
    if (!session) return;
    const details = { on: true, what: 'recovery codes' };
    const codes = await this.#change(request, session, details, 'recovery-codes', (tx) =>
      this.factor.renewRecoveryCodes(tx, session.personId),
    );
    this.#send(request, reply, session, { template: './recovery-codes', data: { codes } });
  }

  /** Whose session it is, once the form holds a right code; until then, the page that asks for one is the answer. */
  async #provenBy(
    request: FastifyRequest,
    reply: FastifyReply,
    action: string,
  ): Promise<Session | undefined> {
    const open = await this.#open(request, ['otp'], reply);
    if (!open) return undefined;
    const { session, form } = open;
    if (!(await this.factor.isActive(session.personId))) throw badForm();
    const otp = form.get('otp');
    const trouble =
      otp === undefined ? undefined : await this.check.trouble(session, otp, 'account page', request);
    if (otp !== undefined && !trouble) return session;
    this.#send(request, reply, session, { template: './factor', data: { action }, trouble });
    return undefined;
  }

  /** Changes it, writes that down, and tells the person by mail. @throws PageError when the session has ended meanwhile. */
  #change<T>(
    request: FastifyRequest,
    session: Session,
    details: AuditEntry['details'] & object,
    template: MailTemplate,
    change: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const { personId, email: recipient, locale: language } = session;
    return this.database.write(async (tx) => {
      if (!(await this.sessionQueries.hold(tx, session))) throw badForm();
      const result = await change(tx);
      await this.mails.enqueue(tx, { template, recipient, personId, language });
      await this.audit.record(tx, callerOf(request), { event: 'second_factor.changed', personId, details });
      return result;
    });
  }

  async #propose(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    this.#showProposal(request, reply, session, await this.factor.propose(session));
  }

  #showProposal(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    proposal: Proposal,
    trouble?: FactorTrouble,
  ): void {
    const data = { ...proposal, qr: qrCode(proposal.uri) };
    this.#send(request, reply, session, { template: './set-up-factor', data, trouble });
  }

  #send(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    { template, data, trouble }: Shown,
  ): void {
    const csrf = this.browser.csrfToken(this.browser.identify(request, reply), session.id);
    sendPage(reply, {
      template,
      title: 'factor.title',
      status: trouble?.status ?? 200,
      headers: trouble && 'headers' in trouble ? trouble.headers : {},
      language: acceptedLanguage(request.headers['accept-language']),
      data: {
        ...data,
        csrf,
        person: { name: session.name, email: session.email },
        error: trouble?.error,
        values: trouble && 'values' in trouble ? trouble.values : undefined,
      },
    });
  }

  /** Undefined: who came by a link was sent to give the password first. */
  async #open(
    request: FastifyRequest,
    fields: string[],
    reply: FastifyReply,
  ): Promise<{ session: Session; form: Parameters } | undefined> {
    const session = await this.sessions.current(request);
    const form = await this.forms.read(request, fields, session?.id);
    if (!session) throw badForm();
    if (session.byPassword) return { session, form };
    sendRedirect(reply, factorAddress);
    return undefined;
  }
}
