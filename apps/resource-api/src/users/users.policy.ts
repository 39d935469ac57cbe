import type { Actor, AuditEntry } from '@app/access';
import type { AccountRow } from '@app/identity';
import { changedFields } from '../audit/index.js';

/** The accounts that an actor may see (contract 3.50). */
export type VisibleAccounts =
  | { kind: 'all' }
  | { kind: 'managed'; managerId: number }
  | { kind: 'only'; id: number };

/** Administrators see all, managers the people they manage directly and themselves, all others only themselves. */
export function visibleAccounts(actor: Actor): VisibleAccounts {
  if (actor.isAdministrator) return { kind: 'all' };
  if (actor.has('Manager')) return { kind: 'managed', managerId: actor.accountId };
  return { kind: 'only', id: actor.accountId };
}

/** The reason why a change of an account ends its tokens and grants; undefined if it does not. */
export function revocationReason(
  before: Pick<AccountRow, 'status' | 'roles'>,
  after: Pick<AccountRow, 'status' | 'roles'>,
): 'blocked' | 'role_removed' | undefined {
  if (before.status && !after.status) return 'blocked';
  return before.roles.some((role) => !after.roles.includes(role)) ? 'role_removed' : undefined;
}

/** Describes a change of an account for the audit log: names of fields, roles and status, but no value that a person wrote. */
export function describeChange(
  sent: object,
  before: AccountRow,
  after: AccountRow,
): Pick<AuditEntry, 'event' | 'details'> {
  const details = {
    user_id: after.id,
    fields: changedFields(sent, before, after),
    ...(after.status !== before.status && { status: after.status }),
  };
  const [added, removed] = [without(after.roles, before.roles), without(before.roles, after.roles)];
  return added.length + removed.length > 0
    ? { event: 'roles.changed', details: { ...details, roles_added: added, roles_removed: removed } }
    : { event: 'user.changed', details };
}

const without = (roles: readonly string[], removed: readonly string[]): string[] =>
  roles.filter((role) => !removed.includes(role));
