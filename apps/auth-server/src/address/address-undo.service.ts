import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { MIN_PASSWORD_LENGTH, PasswordPool } from '@app/passwords';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { firstLanguage, type TextKey } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { PageError, type Page } from '../pages/index.js';
import { callerOf, type Parameters } from '../request/index.js';
import { Sessions } from '../sessions/index.js';
import { newPasswordError, SetPasswordQueries } from '../set-password/index.js';
import { AddressNews } from './address-news.js';
import { AddressQueries, type FormerAddress } from './address.queries.js';

/**
 * The link in the mail to a former address: whoever reads that takes the account back, whatever has become of it. It
 * takes no login, for whoever needs it may have none any more, and no second factor that came after.
 */
@Injectable()
export class AddressUndoService {
  constructor(
    private readonly database: Database,
    private readonly queries: AddressQueries,
    private readonly passwords: SetPasswordQueries,
    private readonly pool: PasswordPool,
    private readonly sessions: Sessions,
    private readonly news: AddressNews,
    private readonly mails: MailOutbox,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Looking spends nothing. @throws PageError 400 for a dead link */
  async show(token: string): Promise<Page> {
    return undoPage(token, await this.#former(token));
  }

  /** @throws PageError 400 for a dead link; Unavailable when argon2 is busy. */
  async undo(form: Parameters, request: FastifyRequest): Promise<Page> {
    const token = form.get('link') ?? '';
    const former = await this.#former(token);
    const error = await newPasswordError(form, former.email);
    if (error) return undoPage(token, former, error);
    await this.#save(request, token, former, await this.pool.hash(form.get('password') ?? ''));
    await this.reader.read();
    this.sessions.forget(request);
    const data = { message: 'address.undo.done', link: { href: '/oauth/account', text: 'common.signIn' } };
    return { template: './message', title: 'address.undo.title', data };
  }

  async #save(
    request: FastifyRequest,
    token: string,
    { locale }: FormerAddress,
    hash: string,
  ): Promise<void> {
    const now = this.clock.now();
    await this.database.write(async (tx) => {
      const undone = await this.queries.undo(tx, token, now);
      if (undone.outcome !== 'done') throw deadLink();
      const { personId } = undone;
      await this.passwords.savePassword(tx, personId, hash, now);
      await this.news.tellOfPerson(tx, personId, undone.apart);
      const language = firstLanguage([locale]) ?? 'en';
      const mail = { personId, language } as const;
      await this.mails.enqueue(tx, { ...mail, template: 'address-undone', recipient: undone.lost });
      await this.mails.enqueue(tx, { ...mail, template: 'password-changed', recipient: undone.email });
      if (undone.hadFactor)
        await this.mails.enqueue(tx, { ...mail, template: 'second-factor-off', recipient: undone.email });
      const details = { apart: undone.apart.join(' ') };
      await this.audit.record(tx, callerOf(request), { event: 'address.change_undone', personId, details });
    });
  }

  async #former(token: string): Promise<FormerAddress> {
    const former = await this.queries.findFormer(token, this.clock.now());
    if (!former) throw deadLink();
    return former;
  }
}

const undoPage = (link: string, { email }: FormerAddress, error?: TextKey): Page => ({
  template: './undo-address',
  title: 'address.undo.title',
  status: error ? 400 : 200,
  data: { link, email, length: MIN_PASSWORD_LENGTH, error },
});

const deadLink = (): PageError => new PageError('address.undo.linkDead');
