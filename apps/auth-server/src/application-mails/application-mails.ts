import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { MailOutbox } from '@app/mail';
import { findAccount, findPortal } from '@app/identity';
import { PersonQueries } from '../passwords/index.js';

/** Tells every administrator of a portal what one of them let in, and whose secret is another one now. */
@Injectable()
export class ApplicationMails {
  constructor(
    private readonly people: PersonQueries,
    private readonly mails: MailOutbox,
  ) {}

  /** An application was approved. @param accountId whoever approved it */
  approved(tx: Transaction, portalId: number, { name }: { name: string }, accountId: number): Promise<void> {
    return this.#tellAll(tx, portalId, accountId, 'application-approved', { client: name });
  }

  /** An application of the portal's own was made. @param accountId whoever made it */
  made(
    tx: Transaction,
    portalId: number,
    { name, redirectUri }: { name: string; redirectUri: string },
    accountId: number,
  ): Promise<void> {
    const { host } = new URL(redirectUri);
    return this.#tellAll(tx, portalId, accountId, 'new-client', { client: name, host });
  }

  /** An application of the portal's own has a new secret. @param accountId whose token asked for it, be it its own */
  secretRotated(
    tx: Transaction,
    portalId: number,
    { name }: { name: string },
    accountId: number,
  ): Promise<void> {
    return this.#tellAll(tx, portalId, accountId, 'secret-rotated', { client: name });
  }

  async #tellAll(
    tx: Transaction,
    portalId: number,
    accountId: number,
    template: 'application-approved' | 'new-client' | 'secret-rotated',
    about: Record<string, string>,
  ): Promise<void> {
    const [portal, account] = [await findPortal(tx, portalId), await findAccount(tx, portalId, accountId)];
    const administrator = `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim();
    const data = { ...about, portal: portal?.title ?? '', administrator };
    for (const person of await this.people.administratorsOf(tx, portalId)) {
      await this.mails.enqueue(tx, {
        template,
        recipient: person.email,
        personId: person.personId,
        portalId,
        language: person.locale,
        data: { ...data, name: person.name },
      });
    }
  }
}
