import { findNamedClient, operatorsCredentials } from '@app/clients';
import type { Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { auditClient } from './apply-bootstrap.js';
import type { Bootstrap } from './bootstrap.schema.js';
import { resolveAddress } from './read-bootstrap.js';

/** Updates registered addresses that depend on the environment; ignores the rest of the file. */
export function followAddresses(
  database: Database,
  bootstrap: Bootstrap,
  env: Record<string, string | undefined>,
): Promise<void> {
  return database.write(async (tx) => {
    for (const { id, redirect_uri: address } of bootstrap.clients) {
      if (typeof address !== 'object') continue;
      const client = await findNamedClient(tx, id);
      if (!client) continue;
      const [redirectUri, now] = [resolveAddress(address, env), systemClock.now()];
      const hasMoved = await operatorsCredentials.setRedirectUri(tx, client, redirectUri, 'operator', now);
      if (hasMoved) await auditClient(tx, 'client.changed', client, now);
    }
  });
}
