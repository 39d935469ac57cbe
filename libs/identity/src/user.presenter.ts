import { showFields } from '@app/contracts';
import { publicUserFields, userFields, type AccountRow } from './user.fields.js';
import { withFullName, type User } from './user.schema.js';

/** @param options.closed whether to include the time when the account was closed */
export function presentUser(account: AccountRow, { closed = false } = {}): User {
  const { closed_time, ...shown } = showFields(userFields, publicUserFields, account);
  return { ...withFullName(shown, getFullName(account)), ...(closed && { closed_time }) };
}

export const getFullName = ({
  first_name,
  last_name,
}: Pick<AccountRow, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`.trim();
