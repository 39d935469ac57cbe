import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { MailOutbox } from '@app/mail';
import { findAccount, findPortal } from '@app/identity';
import { PersonQueries } from '../passwords/index.js';
import type { ApprovableClient } from './application.queries.js';

/** Tells every administrator of a portal that one of them approved an application. */
@Injectable()
export class ApprovalMails {
  constructor(
    private readonly people: PersonQueries,
    private readonly mails: MailOutbox,
  ) {}

  async tellAll(
    tx: Transaction,
    portalId: number,
    client: Pick<ApprovableClient, 'name'>,
    accountId: number,
  ): Promise<void> {
    const [portal, approver] = [await findPortal(tx, portalId), await findAccount(tx, portalId, accountId)];
    const administrator = `${approver?.first_name ?? ''} ${approver?.last_name ?? ''}`.trim();
    const data = { client: client.name, portal: portal?.title ?? '', administrator };
    for (const person of await this.people.administratorsOf(tx, portalId)) {
      await this.mails.enqueue(tx, {
        template: 'application-approved',
        recipient: person.email,
        personId: person.personId,
        portalId,
        language: person.locale,
        data: { ...data, name: person.name },
      });
    }
  }
}
