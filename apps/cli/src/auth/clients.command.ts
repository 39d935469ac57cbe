import { Scope } from '@app/contracts';
import type { Database } from '@app/database';
import { readClientKeys, registerClient } from '@app/grants';
import { findPortalByName } from '@app/identity';
import { ConfigError, randomHex, systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { addKey, endTokens, listClients, setScopes, setStatus } from './clients.queries.js';
import { withDatabase } from './with-database.js';

interface CreateOptions {
  id?: string;
  portal?: string;
  redirect?: string;
  secret: boolean;
  special: boolean;
  grants?: string[];
  scopes?: string[];
}

/** @throws ConfigError naming what is no scope */
function scopesOf(names: readonly string[]): Scope[] {
  const result = z.array(Scope).safeParse(names);
  if (!result.success) throw new ConfigError(`Unknown scope among: ${names.join(' ')}`);
  return result.data;
}

async function create(database: Database, name: string, options: CreateOptions): Promise<void> {
  const portal = options.portal === undefined ? null : await findPortalByName(database, options.portal);
  if (portal === undefined) throw new ConfigError(`There is no portal ${options.portal}.`);
  const clientId = options.id ?? randomHex(40);
  const secret = options.secret ? randomHex(40) : null;
  await database.write((tx) =>
    registerClient(
      tx,
      {
        clientId,
        name,
        secret,
        redirectUri: options.redirect ?? null,
        portalId: portal?.id ?? null,
        isSpecial: options.special,
        ...(options.grants ? { grants: options.grants } : {}),
        ...(options.scopes ? { scopes: scopesOf(options.scopes) } : {}),
      },
      systemClock.now(),
    ),
  );
  console.log(`client_id      ${clientId}`);
  if (secret !== null) console.log(`client_secret  ${secret}   (shown only now)`);
}

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
    .action((name: string, options: CreateOptions) =>
      withDatabase((database) => create(database, name, options)),
    );

  clients
    .command('status <client_id> <0|1>')
    .description('switch a client off (its tokens end) or on')
    .action((clientId: string, status: string) =>
      withDatabase((database) =>
        database.write(async (tx) => {
          if (status !== '0' && status !== '1') throw new ConfigError('The status is 0 or 1.');
          if (!(await setStatus(tx, clientId, Number(status))))
            throw new ConfigError(`There is no client ${clientId}.`);
          if (status === '0') await endTokens(tx, clientId, true);
        }),
      ),
    );

  clients
    .command('scopes <client_id> <scopes...>')
    .description('set what a client may ask for; fewer than before ends its access tokens')
    .action((clientId: string, names: string[]) =>
      withDatabase((database) =>
        database.write(async (tx) => {
          const scopes = scopesOf(names);
          const before = await setScopes(tx, clientId, scopes);
          if (!before) throw new ConfigError(`There is no client ${clientId}.`);
          if (before.some((scope) => !scopes.includes(scope as Scope))) await endTokens(tx, clientId, false);
        }),
      ),
    );

  clients
    .command('add-keys <client_id> <jwks-file>')
    .description('register public keys for service_jwt')
    .action((clientId: string, file: string) =>
      withDatabase(async (database) => {
        const keys = await readClientKeys(readFileSync(file, 'utf8')).catch((error: unknown) => {
          throw new ConfigError(`${file} ${error instanceof Error ? error.message : 'cannot be read'}`);
        });
        await database.write(async (tx) => {
          for (const key of keys) await addKey(tx, clientId, key);
        });
        for (const { kid, alg } of keys) console.log(`${kid}  ${alg}`);
      }),
    );
}
