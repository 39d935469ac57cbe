import { Injectable } from '@nestjs/common';
import { sql, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { findAccount, presentUser } from '@app/identity';
import { AddressQueries } from './address.queries.js';

/** Tells portals which address a person has now. */
@Injectable()
export class AddressNews {
  constructor(
    private readonly queries: AddressQueries,
    private readonly events: EventOutbox,
  ) {}

  /**
   * `user.update` of every account of the person whose portal sees the address.
   * @param apart accounts that have lost the address to the person
   */
  async tell(tx: Transaction, personId: number, apart: readonly number[] = []): Promise<void> {
    const shown = await this.queries.shownAccounts(tx, personId);
    const lost = await tx.many<{ id: number; portalId: number }>(sql`
      select id, portal_id as "portalId" from identity.accounts where id = any(${apart}::int[]) order by portal_id, id`);
    for (const { id, portalId } of [...shown, ...lost]) {
      const account = await findAccount(tx, portalId, id);
      if (!account) continue;
      await this.events.append(tx, {
        portalId,
        type: 'user.update',
        objectType: 'user',
        objectId: id,
        data: presentUser(account),
      });
    }
  }
}
