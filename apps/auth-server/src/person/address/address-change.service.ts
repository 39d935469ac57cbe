import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { addressKey, Email } from '@app/identity';
import { CLOCK, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { MailOutbox } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { FreshLogin, isFreshLogin, type FreshPage } from '../../sign-in/fresh-login/index.js';
import {
  Redirect,
  failedWith,
  messagePage,
  type FormFailure,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { AddressQueries } from './address.queries.js';

export const addressPage: FreshPage = {
  address: '/oauth/account/address',
  factorForm: '/oauth/account/address/factor',
};

/**
 * Requests an address change, which only sends a mail. The page and the work are the same whether or not the address is
 * taken; only its owner finds out, from the mail.
 */
@Injectable()
export class AddressChangeService {
  constructor(
    private readonly database: Database,
    private readonly queries: AddressQueries,
    private readonly freshLogin: FreshLogin,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const entered = await this.freshLogin.enter(session, addressPage, request);
    return isFreshLogin(entered) ? this.#page(entered) : entered;
  }

  /** @throws LimitReached when the person has made too many requests today */
  async requestChange(session: Session, typed: string): Promise<PageAnswer> {
    if (!(await this.freshLogin.isEnough(session))) return new Redirect(addressPage.address);
    const email = Email.safeParse(typed).data;
    if (email === undefined) return this.#page(session, { error: 'address.malformed', status: 400 });
    if (addressKey(email) === addressKey(session.email))
      return this.#page(session, { error: 'address.same', status: 400 });
    const { personId, locale: language } = session;
    await this.database.write(async (tx) => {
      await this.freshLogin.lock(tx, session);
      await addToCount(tx, 'address_changes', personId);
      await this.queries.requestChange(tx, personId, email, this.clock.now());
      await this.mails.enqueue(tx, { template: 'address-change', recipient: email, personId, language });
      await this.audit.record(tx, { event: 'address.change_requested', personId });
    });
    return messagePage(session, 'address.title', 'address.sent', { email });
  }

  /** Needs no recent login, because it only keeps the current address. */
  async cancel(session: Session): Promise<PageAnswer> {
    const { personId } = session;
    if (!session.byPassword) return new Redirect(addressPage.address);
    await this.database.write(async (tx) => {
      if (!(await this.queries.cancel(tx, personId))) return;
      await this.audit.record(tx, { event: 'address.change_cancelled', personId });
    });
    return new Redirect(addressPage.address);
  }

  async #page(session: Session, failure?: FormFailure): Promise<Page> {
    const pending = await this.queries.pending(session.personId, this.clock.now());
    return {
      template: './address',
      title: 'address.title',
      address: addressPage.address,
      ...failedWith(failure),
      person: session,
      data: { pending, error: failure?.error },
    };
  }
}
