import { createAccount, findOrCreatePerson } from '@app/identity';
import { setPortalPassword } from '@app/credentials';
import { asTransaction, type AuthStack } from './auth-stack.js';

/** A person whom a portal has named, and whose address is not proven. */
export interface Placeholder {
  personId: number;
  accountId: number;
}

/** Does what POST /v2/users does. @param hash of the password that the portal holds; absent: none */
export async function placeholder(
  stack: AuthStack,
  email: string,
  portalId: number,
  { hash, role = 'Administrator' }: { hash?: string; role?: 'Administrator' | 'Learner' } = {},
): Promise<Placeholder> {
  const connection = await stack.db.connect();
  try {
    await connection.query('begin');
    const tx = asTransaction(connection);
    const { person } = await findOrCreatePerson(tx, { email, firstName: 'Pat', lastName: 'Placeholder' });
    const account = { portalId, personId: person.id };
    const name = { first_name: 'Pat', last_name: 'Placeholder' };
    const accountId = (await createAccount(tx, account, { ...name, roles: [role] }))!;
    if (hash !== undefined) await setPortalPassword(tx, { portalId, accountId }, hash);
    await connection.query('commit');
    return { personId: person.id, accountId };
  } catch (error) {
    await connection.query('rollback');
    throw error;
  } finally {
    connection.release();
  }
}
