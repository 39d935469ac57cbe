import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { findAccount, presentUser } from '@app/identity';
import { AddressQueries } from './address.queries.js';

/** Notifies portals that a person's address or name has changed. */
@Injectable()
export class PersonChangeEvents {
  constructor(
    private readonly queries: AddressQueries,
    private readonly events: EventOutbox,
  ) {}

  /**
   * Emits `user.update` for every account of the person whose portal sees the address.
   * @param separatedIds accounts that have lost the address to the person
   */
  async publishPerson(tx: Transaction, personId: number, separatedIds: readonly number[]): Promise<void> {
    await this.publishAccounts(tx, [...(await this.queries.shownAccounts(tx, personId)), ...separatedIds]);
  }

  /** Emits `user.update` for these accounts, whose rows are locked. */
  async publishAccounts(tx: Transaction, accountIds: readonly number[]): Promise<void> {
    for (const { id, portalId } of await this.queries.places(tx, accountIds)) {
      const account = (await findAccount(tx, portalId, id))!;
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
