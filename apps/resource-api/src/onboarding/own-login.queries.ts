import { sql, type Reader } from '@app/database';

/**
 * Whether the grant family of a token began with a login by the person's own password.
 * @param sid of the token
 */
export async function isOfOwnLogin(reader: Reader, sid: string): Promise<boolean> {
  return (await reader.value<boolean>(sql`select auth.is_of_own_login(${sid}) as is`)) ?? false;
}
