import { administers } from '@app/contracts';
import type { Transaction } from '@app/database';
import { Conflict, Forbidden, orNotFound } from '@app/kernel';
import {
  closeAccount,
  hasOtherAdministrator,
  lockAccount,
  lockAdministrators,
  lockManagers,
} from './account.queries.js';
import type { AccountRow } from './user.fields.js';

/** The work outside this lib when an account ends; each program implements its part. */
export interface AccountEnd {
  /** Throws if the account must not be removed. */
  assertMayRemove?(account: AccountRow): void;
  /**
   * Whether it may be the last administrator's, for accounts that were never accepted: their owner cannot be forced to
   * stay.
   */
  mayRemoveLastAdministrator?: boolean;
  /** Closes the open work of the account, such as enrollments; called before the account is closed. */
  closeWork(tx: Transaction, portalId: number, accountId: number): Promise<void>;
  /** Revokes its access tokens, refresh tokens and login-link sessions. */
  revokeRights(tx: Transaction, accountId: number): Promise<void>;
}

/**
 * A person's account, locked until the transaction ends.
 * @throws NotFound, Forbidden for an application's
 */
export async function lockPersonsAccount(tx: Transaction, portalId: number, id: number): Promise<AccountRow> {
  const account = orNotFound(await lockAccount(tx, portalId, id), 'user');
  if (account.person_id === null) {
    throw new Forbidden('service_account', 'The account of an application cannot be changed.');
  }
  return account;
}

/**
 * @throws Conflict `last_administrator` when no other active administrator would represent the portal (contract 3.51)
 */
export async function assertAdministratorStays(
  tx: Transaction,
  before: AccountRow,
  after: Pick<AccountRow, 'status' | 'roles'>,
): Promise<void> {
  if (!before.counts_as_administrator || !isActiveAdministrator(before) || isActiveAdministrator(after))
    return;
  if (await hasOtherAdministrator(tx, before.portal_id, before.id)) return;
  throw new Conflict('last_administrator', 'A portal must keep at least one active administrator.');
}

const isActiveAdministrator = (account: Pick<AccountRow, 'status' | 'roles'>): boolean =>
  account.status && administers(account.roles);

/**
 * Removes a person's account from a portal: it is closed, learning records stay, and all of its rights end in the same
 * transaction.
 * @returns the account before its removal
 * @throws NotFound, Forbidden for an application's account, Conflict `last_administrator`
 */
export async function removeAccount(
  tx: Transaction,
  portalId: number,
  id: number,
  end: AccountEnd,
): Promise<AccountRow> {
  await lockAdministrators(tx, portalId);
  await lockManagers(tx, portalId);
  const account = await lockPersonsAccount(tx, portalId, id);
  end.assertMayRemove?.(account);
  if (!end.mayRemoveLastAdministrator)
    await assertAdministratorStays(tx, account, { status: false, roles: [] });
  await end.closeWork(tx, portalId, id);
  await closeAccount(tx, portalId, id);
  await end.revokeRights(tx, id);
  return account;
}
