import type { Actor } from '@app/access';
import type { AccountRow } from '@app/identity';

/** Whose accounts an actor may see (contract 3.50). */
export type VisibleAccounts =
  | { kind: 'all' }
  | { kind: 'managed'; managerId: number }
  | { kind: 'only'; id: number };

/** Administrators see all, managers those they manage directly and themselves, everyone else themselves. */
export function visibleAccounts(actor: Actor): VisibleAccounts {
  if (actor.isAdministrator) return { kind: 'all' };
  if (actor.has('Manager')) return { kind: 'managed', managerId: actor.accountId };
  return { kind: 'only', id: actor.accountId };
}

/** Why rights that were issued to an account end with a change of it, if they do. */
export function whyRightsEnd(
  before: Pick<AccountRow, 'status' | 'roles'>,
  after: Pick<AccountRow, 'status' | 'roles'>,
): 'blocked' | 'role_removed' | undefined {
  if (before.status && !after.status) return 'blocked';
  return before.roles.some((role) => !after.roles.includes(role)) ? 'role_removed' : undefined;
}
