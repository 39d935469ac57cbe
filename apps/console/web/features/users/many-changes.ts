import type { ConsolePerson, PersonRole } from './person-types.js';
import { roleWords, type RoleWord } from './users-search.js';

/** What can be done with several people at once. */
export const manyChanges = ['give', 'take', 'block', 'unblock'] as const;
export type ManyChange = (typeof manyChanges)[number];

/** What a change sends for a person; undefined if there is nothing to change. */
export function toChange(
  { roles, status }: Pick<ConsolePerson, 'roles' | 'status'>,
  change: ManyChange,
  role: RoleWord,
): { roles: PersonRole[] } | { status: boolean } | undefined {
  const isUnblocked = change === 'unblock';
  if (change === 'block' || isUnblocked) return status === isUnblocked ? undefined : { status: isUnblocked };
  const changed = roleWords[role];
  const isGiven = change === 'give';
  if (roles.includes(changed) === isGiven) return undefined;
  return { roles: isGiven ? [...roles, changed] : roles.filter((one) => one !== changed) };
}
