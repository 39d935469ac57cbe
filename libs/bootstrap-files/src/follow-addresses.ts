import { findNamedClient, operatorsCredentials, setPostLogoutRedirectUris } from '@app/clients';
import type { Database, Transaction } from '@app/database';
import { systemClock, type Environment } from '@app/kernel';
import { auditClient } from './audit-bootstrap.js';
import type { Address, Bootstrap, ClientEntry } from './bootstrap.schema.js';
import { resolveClientAddresses } from './read-bootstrap.js';

/** Updates registered addresses that depend on the environment; ignores the rest of the file. */
export function followAddresses(database: Database, bootstrap: Bootstrap, env: Environment): Promise<void> {
  return database.write(async (tx) => {
    for (const entry of bootstrap.clients) await followClient(tx, entry, env);
  });
}

async function followClient(tx: Transaction, entry: ClientEntry, env: Environment): Promise<void> {
  const { redirect_uri, redirect_uris = [], post_logout_redirect_uris = [] } = entry;
  const signIn = [redirect_uri, ...redirect_uris].some(dependsOnEnvironment);
  const signOut = post_logout_redirect_uris.some(dependsOnEnvironment);
  const client = signIn || signOut ? await findNamedClient(tx, entry.id) : undefined;
  if (!client) return;
  const { postLogoutRedirectUris, ...redirectUris } = resolveClientAddresses(entry, env);
  const now = systemClock.now();
  const haveMoved = [
    signIn && (await operatorsCredentials.setRedirectUris(tx, client, redirectUris, 'operator', now)),
    signOut && (await setPostLogoutRedirectUris(tx, client.clientId, postLogoutRedirectUris, now)),
  ];
  if (haveMoved.includes(true)) await auditClient(tx, 'client.changed', client, now);
}

const dependsOnEnvironment = (address: Address | undefined): boolean => typeof address === 'object';
