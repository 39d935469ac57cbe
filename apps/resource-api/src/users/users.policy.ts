import type { Actor } from '@app/access';

/** Whose accounts an actor may see (wire contract section 3, role table). */
export type VisibleAccounts =
  | { kind: 'all' }
  | { kind: 'managed'; by: number }
  | { kind: 'only'; id: number };

/** Administrators see all, managers those they manage directly and themselves, everyone else themselves. */
export function visibleAccounts(actor: Actor): VisibleAccounts {
  if (actor.isAdministrator) return { kind: 'all' };
  if (actor.has('Manager')) return { kind: 'managed', by: actor.accountId };
  return { kind: 'only', id: actor.accountId };
}
