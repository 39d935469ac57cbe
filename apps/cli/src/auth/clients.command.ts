import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import {
  addClientKeys,
  createClient,
  regenerateSecret,
  rescopeClient,
  switchClient,
  type NewClient,
} from './clients.js';
import { listClients } from './clients.queries.js';
import { withDatabase } from './with-database.js';

/** `auth clients`: what /client cannot give, such as clients without a secret and special permissions. */
export function clientsCommand(auth: Command): void {
  const clients = auth.command('clients').description('OAuth clients');

  clients
    .command('list')
    .description('every client')
    .action(() =>
      withDatabase(async (database) => {
        for (const one of await listClients(database)) {
          const kind = `${one.portal ?? 'unbound'}, ${one.hasSecret ? 'with secret' : 'without secret'}`;
          console.log(`${one.clientId}  ${one.name}  (${kind}${one.status === 1 ? '' : ', off'})`);
          console.log(`  grants ${one.grants.join(' ')}; scopes ${one.scopes.join(' ')}`);
        }
      }),
    );

  clients
    .command('create <name>')
    .description('register a client')
    .option('--id <client_id>', 'otherwise generated')
    .option('--portal <host>', 'bind it to this portal')
    .option('--redirect <uri>', 'redirect_uri')
    .option('--no-secret', 'a client that cannot keep a secret (PKCE)')
    .option('--special', 'may list and create clients', false)
    .option('--grants <grants...>', 'grants, implicit among them')
    .option('--scopes <scopes...>', 'scopes, app.* and user.login among them')
    .action((name: string, options: NewClient) =>
      withDatabase(async (database) => {
        const { clientId, secret } = await createClient(database, name, options);
        console.log(`client_id      ${clientId}`);
        if (secret !== null) console.log(`client_secret  ${secret}   (shown only now)`);
      }),
    );

  clients
    .command('status <client_id> <0|1>')
    .description('switch a client off (its tokens end) or on')
    .action((clientId: string, status: string) => {
      if (status !== '0' && status !== '1') throw new ConfigError('The status is 0 or 1.');
      return withDatabase((database) => switchClient(database, clientId, status === '0' ? 0 : 1));
    });

  clients
    .command('scopes <client_id> <scopes...>')
    .description('set what a client may ask for; fewer than before ends its access tokens')
    .action((clientId: string, names: string[]) =>
      withDatabase((database) => rescopeClient(database, clientId, names)),
    );

  clients
    .command('add-keys <client_id> <jwks-file>')
    .description('register public keys for service_jwt')
    .action((clientId: string, file: string) =>
      withDatabase(async (database) => {
        for (const { kid, alg } of await addClientKeys(database, clientId, readFileSync(file, 'utf8'))) {
          console.log(`${kid}  ${alg}`);
        }
      }),
    );

  clients
    .command('regenerate-secret <client_id>')
    .description('give a client a new secret')
    .option('--grace <seconds>', 'how long the one so far goes on working', '0')
    .action((clientId: string, { grace }: { grace: string }) =>
      withDatabase(async (database) => {
        console.log(
          `client_secret  ${await regenerateSecret(database, clientId, Number(grace))}   (shown only now)`,
        );
      }),
    );
}
