import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { acceptedLanguage, type TextKey } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { badForm, Browser, FormGuard, sendPage } from '../pages/index.js';
import { Sessions, type Session } from '../sessions/index.js';
import { callerOf, type Parameters } from '../shared/index.js';
import { SecondFactorQueries } from './second-factor.queries.js';
import { SecondFactor } from './second-factor.js';

const address = '/oauth/account/second-factor';

/** The pages on which a person turns the second factor on and off; never by a one-time session. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly factor: SecondFactor,
    private readonly queries: SecondFactorQueries,
    private readonly sessions: Sessions,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    private readonly audit: AuditLog,
  ) {}

  async propose(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session } = await this.#open(request, []);
    if (await this.factor.isActive(session.personId)) throw badForm();
    await this.#showProposal(request, reply, session);
  }

  async confirm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session, form } = await this.#open(request, ['otp']);
    const { personId } = session;
    if (await this.factor.isActive(personId)) throw badForm();
    if (!(await this.factor.accepts(personId, form.get('otp') ?? ''))) {
      return this.#showProposal(request, reply, session, 'factor.wrong');
    }
    const codes = await this.database.write(async (tx) => {
      const made = await this.factor.confirm(tx, personId);
      const details = { on: true };
      await this.audit.record(tx, callerOf(request), { event: 'second_factor.changed', personId, details });
      return made;
    });
    this.#send(request, reply, session, './recovery-codes', 200, { codes });
  }

  /** Turning it off takes a code, too. */
  async remove(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session, form } = await this.#open(request, ['otp']);
    const { personId } = session;
    const otp = form.get('otp');
    const data = { action: `${address}/remove` };
    if (otp === undefined) return this.#send(request, reply, session, './factor', 200, data);
    if (!(await this.factor.accepts(personId, otp))) {
      return this.#send(request, reply, session, './factor', 400, { ...data, error: 'factor.wrong' });
    }
    await this.database.write(async (tx) => {
      await this.queries.remove(tx, personId);
      const details = { on: false };
      await this.audit.record(tx, callerOf(request), { event: 'second_factor.changed', personId, details });
    });
    const link = { href: '/oauth/account', text: 'common.continue' };
    this.#send(request, reply, session, './message', 200, { message: 'account.factor.removed', link });
  }

  async #showProposal(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    error?: TextKey,
  ): Promise<void> {
    const proposal = await this.factor.propose(session.personId, session.email);
    this.#send(request, reply, session, './set-up-factor', error ? 400 : 200, { ...proposal, error });
  }

  #send(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    template: string,
    status: number,
    data: Record<string, unknown>,
  ): void {
    const csrf = this.browser.csrfToken(this.browser.identify(request, reply), session.id);
    const language = acceptedLanguage(request.headers['accept-language']);
    const person = { name: session.name, email: session.email };
    sendPage(reply, { template, title: 'factor.title', status, language, data: { ...data, csrf, person } });
  }

  async #open(request: FastifyRequest, fields: string[]): Promise<{ session: Session; form: Parameters }> {
    const session = await this.sessions.current(request);
    const form = await this.forms.read(request, fields, session?.id);
    if (!session?.byPassword) throw badForm();
    return { session, form };
  }
}
