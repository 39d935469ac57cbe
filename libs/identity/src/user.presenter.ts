import { wireTime, wireTimeOrNull } from '@app/contracts';
import type { AccountRow } from './account.queries.js';
import type { User } from './user.schema.js';

/** @param closed whether to include when and why it was closed */
export function presentUser(account: AccountRow, { closed = false } = {}): User {
  return {
    id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    full_name: `${account.first_name} ${account.last_name}`.trim(),
    profile_picture: account.profile_picture,
    roles: account.roles,
    status: account.status,
    locale: account.locale,
    created_time: wireTime(account.created_time),
    updated_time: wireTime(account.updated_time),
    last_login_time: wireTimeOrNull(account.last_login_time),
    managers: account.managers,
    custom_fields: account.custom_fields,
    ...(closed && { closed_time: wireTimeOrNull(account.closed_time) }),
  };
}
