import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { toAsciiAddress } from '@app/identity';
import { MailOutbox } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { ReturnRequest } from '../../sign-in/login/index.js';
import { PageLanguages, type Page } from '../../edge/pages/index.js';
import { PasswordCheck } from '../../sign-in/passwords/index.js';
import type { Parameters } from '../../edge/request/index.js';

/** Forgotten passwords: the page that asks for a link. Source: OWASP Forgot Password. */
@Injectable()
export class ForgottenPasswordService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly mails: MailOutbox,
    private readonly returnRequest: ReturnRequest,
    private readonly languages: PageLanguages,
    private readonly audit: AuditLog,
  ) {}

  show(): Page {
    return { template: './forgotten', title: 'forgotten.title' };
  }

  /** The answer and the work are the same for every address; the worker finds out whether an account has it. */
  async requestLink(form: Parameters, request: FastifyRequest): Promise<Page> {
    const recipient = toAsciiAddress((form.get('username') ?? '').trim());
    const language = this.languages.of(request);
    await this.returnRequest.remember(request, form.get('transaction'));
    const isAddress = /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(recipient);
    if (isAddress && (await this.#isWithinBudget(request, recipient))) {
      await this.database.write(async (tx) => {
        const isSent = await this.mails.enqueue(tx, { template: 'password-reset', recipient, language });
        if (isSent) await this.audit.record(tx, { event: 'password.link_requested' });
      });
    }
    const address = '/oauth/password/forgotten';
    return { template: './message', title: 'forgotten.title', address, data: { message: 'forgotten.sent' } };
  }

  /** A client can vary the address endlessly, so its network has a budget, as for wrong passwords. */
  async #isWithinBudget(request: FastifyRequest, recipient: string): Promise<boolean> {
    const attempt = {
      username: recipient,
      ip: request.ip,
      method: 'password link',
    } as const;
    try {
      await this.passwords.runCounted(attempt, async () => false);
      return true;
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) return false;
      throw error;
    }
  }
}
