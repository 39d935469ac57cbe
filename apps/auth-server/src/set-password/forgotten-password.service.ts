import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { MailOutbox } from '@app/mail';
import { acceptedLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { WayBack } from '../login/index.js';
import type { Page } from '../pages/index.js';
import { PasswordCheck } from '../passwords/index.js';
import { callerOf, type Parameters } from '../request/index.js';

/** Forgotten passwords: the page that asks for a link. Source: OWASP Forgot Password, wire contract section 3. */
@Injectable()
export class ForgottenPasswordService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly mails: MailOutbox,
    private readonly wayBack: WayBack,
    private readonly audit: AuditLog,
  ) {}

  show(): Page {
    return { template: './forgotten', title: 'forgotten.title' };
  }

  /** The same answer and the same work for every address; whether it belongs to anybody, the worker finds out. */
  async requestLink(form: Parameters, request: FastifyRequest): Promise<Page> {
    const recipient = (form.get('username') ?? '').trim();
    const language = acceptedLanguage(request.headers['accept-language']);
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
}
