import { showFields } from '@app/contracts';
import { shownUserFields, userFields, type AccountRow } from './user.fields.js';
import { withFullName, type User } from './user.schema.js';

/** @param closed whether to include when it was closed */
export function presentUser(account: AccountRow, { closed = false } = {}): User {
  const { closed_time, ...shown } = showFields(userFields, shownUserFields, account);
  const fullName = `${account.first_name} ${account.last_name}`.trim();
  return { ...withFullName(shown, fullName), ...(closed && { closed_time }) };
}
