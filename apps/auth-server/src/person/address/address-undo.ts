import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { firstLanguage } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { SetPasswordQueries } from '../set-password/index.js';
import { PersonChangeEvents } from './person-change-events.js';
import { AddressQueries, type FormerAddress } from './address.queries.js';

/** Restores a former address and ends all access that depends on the new one, in one transaction. */
@Injectable()
export class AddressUndo {
  constructor(
    private readonly database: Database,
    private readonly queries: AddressQueries,
    private readonly passwords: SetPasswordQueries,
    private readonly changeEvents: PersonChangeEvents,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Consumes the link; of concurrent calls exactly one succeeds.
   * @param hash of the new password
   * @returns false for an invalid link
   */
  save(
    request: FastifyRequest,
    token: string,
    { locale }: Pick<FormerAddress, 'locale'>,
    hash: string,
  ): Promise<boolean> {
    const now = this.clock.now();
    return this.database.write(async (tx) => {
      const undone = await this.queries.undo(tx, token, now);
      if (undone.outcome !== 'done') return false;
      const { personId } = undone;
      await this.passwords.savePassword(tx, personId, hash);
      await this.changeEvents.publishPerson(tx, personId, undone.apart);
      const language = firstLanguage([locale]) ?? 'en';
      const mail = { personId, language } as const;
      await this.mails.enqueue(tx, { ...mail, template: 'address-undone', recipient: undone.lost });
      await this.mails.enqueue(tx, { ...mail, template: 'password-changed', recipient: undone.email });
      if (undone.hadFactor)
        await this.mails.enqueue(tx, { ...mail, template: 'second-factor-off', recipient: undone.email });
      const details = { apart: undone.apart.join(' ') };
      await this.audit.record(tx, {
        event: 'address.change_undone',
        personId,
        details,
      });
      return true;
    });
  }
}
