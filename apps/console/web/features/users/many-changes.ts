import type { ConsolePerson, PersonRole } from './person-types.js';
import { roleWords, type RoleWord } from './users-search.js';

/** Changes that can be applied to several people together. */
export const manyChanges = ['give', 'take', 'block', 'unblock'] as const;
export type ManyChange = (typeof manyChanges)[number];

/** The request body of a change for a person; undefined if there is nothing to change. */
export function toChange(
  { roles, status }: Pick<ConsolePerson, 'roles' | 'status'>,
  change: ManyChange,
  role: RoleWord,
): { roles: PersonRole[] } | { status: boolean } | undefined {
  const isUnblocked = change === 'unblock';
  if (change === 'block' || isUnblocked) return status === isUnblocked ? undefined : { status: isUnblocked };
  const changedRole = roleWords[role];
  const isGiven = change === 'give';
  if (roles.includes(changedRole) === isGiven) return undefined;
  return { roles: isGiven ? [...roles, changedRole] : roles.filter((one) => one !== changedRole) };
}
