import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { archiveEnrollmentsOfClosedAccount } from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { presentUser, removeAccount, type AccountEnd } from '@app/identity';
import { Revocations } from '@app/access';

type ClosingOptions = Pick<AccountEnd, 'assertMayRemove' | 'mayRemoveLastAdministrator'> & {
  /** Reason for the audit log. */
  because: string;
  /**
   * Locks the conditions of closing until the transaction ends: after the account's row, before the locks on its
   * rights.
   */
  lock?: () => Promise<void>;
};

/** Closes accounts like DELETE /v2/users/{id}: for people who decline or leave, and for expired invitations. */
@Injectable()
export class AccountClosing {
  constructor(
    private readonly events: EventOutbox,
    private readonly revocations: Revocations,
  ) {}

  /** @throws NotFound, Conflict `last_administrator`, and the errors of `assertMayRemove` */
  async close(
    tx: Transaction,
    { portalId, accountId }: { portalId: number; accountId: number },
    { because, lock, ...may }: ClosingOptions,
  ): Promise<void> {
    const account = await removeAccount(tx, portalId, accountId, {
      ...may,
      // the enrollments are archived below: this server may do so only for closed accounts
      closeWork: () => lock?.() ?? Promise.resolve(),
      revokeRights: () => this.revocations.revokeRights(tx, { accountId }, { endFamilies: true, because }),
    });
    const closedBy = because === 'lapsed' ? null : accountId;
    await archiveEnrollmentsOfClosedAccount(tx, this.events, portalId, accountId, closedBy);
    await this.events.append(tx, {
      portalId,
      type: 'user.delete',
      objectType: 'user',
      objectId: accountId,
      data: presentUser(account),
    });
  }
}
