import { commandLine, recordAudit, type AuditEvent } from '@app/access';
import { Scope } from '@app/contracts';
import type { Database, Transaction } from '@app/database';
import {
  generateCredential,
  MAX_GRACE_SECONDS,
  operatorsCredentials,
  readClientKeys,
  type RedirectUris,
  type RegisteredKey,
  endTokensOfClient,
} from '@app/clients';
import { findPortalByName } from '@app/identity';
import { ConfigError, systemClock } from '@app/kernel';
import { limits } from '@app/limits';
import { z } from 'zod';
import { lockClient, setScopes, setStatus, type LockedClient } from './clients.queries.js';

export interface ClientOptions {
  /** Generated when undefined. */
  id?: string;
  /** Host name of the portal it is bound to. */
  portal?: string;
  /** Redirect URIs; the first is the client's `redirect_uri`. */
  redirect?: string[];
  secret: boolean;
  special: boolean;
  grants?: string[];
  scopes?: string[];
}

/** @throws ConfigError naming unknown scopes */
function parseScopes(names: readonly string[]): Scope[] {
  const result = z.array(Scope).safeParse(names);
  if (!result.success) throw new ConfigError(`Unknown scope among: ${names.join(' ')}`);
  return result.data;
}

/** @throws ConfigError when there are too many addresses, or one is repeated */
function readRedirectUris(addresses: readonly string[]): RedirectUris {
  const { most } = limits.redirect_uris;
  if (addresses.length > most) throw new ConfigError(`A client has at most ${most} redirect addresses.`);
  if (new Set(addresses).size < addresses.length)
    throw new ConfigError('A redirect address of the client is repeated.');
  const [redirectUri = null, ...otherRedirectUris] = addresses;
  return { redirectUri, otherRedirectUris };
}

/** @throws ConfigError when portal, scopes or addresses are wrong, or the client may not have special permissions */
export async function createClient(
  database: Database,
  name: string,
  options: ClientOptions,
): Promise<{ clientId: string; secret: string | null }> {
  const portal = options.portal === undefined ? null : await findPortalByName(database, options.portal);
  if (portal === undefined) throw new ConfigError(`There is no portal ${options.portal}.`);
  const clientId = options.id ?? generateCredential();
  const secret = options.secret ? generateCredential() : null;
  const registration = {
    clientId,
    name,
    secret,
    ...readRedirectUris(options.redirect ?? []),
    portalId: portal?.id ?? null,
    isSpecial: options.special,
    ...(options.grants ? { grants: options.grants } : {}),
    ...(options.scopes ? { scopes: parseScopes(options.scopes) } : {}),
  };
  await database.write(async (tx) => {
    await operatorsCredentials.create(tx, registration, 'operator', systemClock.now());
    await record(tx, 'client.created', registration, {
      name,
      has_secret: secret !== null,
      special: options.special,
    });
  });
  return { clientId, secret };
}

/** Enables a client, or disables it and ends all its tokens. @throws ConfigError when it is unknown */
export function switchClient(database: Database, clientId: string, status: 0 | 1): Promise<void> {
  return change(database, clientId, async (tx, client) => {
    await setStatus(tx, clientId, status, systemClock.now());
    if (status === 0) await endTokensOfClient(tx, clientId, true);
    await record(tx, 'client.changed', client, { what: 'status', before: client.status, after: status });
  });
}

/** Sets the scopes a client may request; a reduction ends its access tokens. @throws ConfigError */
export async function rescopeClient(
  database: Database,
  clientId: string,
  names: readonly string[],
): Promise<void> {
  const scopes = parseScopes(names);
  return change(database, clientId, async (tx, client) => {
    await setScopes(tx, clientId, scopes, systemClock.now());
    if (client.scopes.some((scope) => !scopes.includes(scope))) await endTokensOfClient(tx, clientId, false);
    const [before, after] = [client.scopes.join(' '), scopes.join(' ')];
    await record(tx, 'client.changed', client, { what: 'scopes', before, after });
  });
}

/**
 * Registers public keys for service_jwt from a JWK Set. @throws ConfigError when the client is unknown or the
 * keys are invalid
 */
export async function addClientKeys(
  database: Database,
  clientId: string,
  jwks: string,
): Promise<RegisteredKey[]> {
  const keys = await readClientKeys(jwks).catch((error: unknown) => {
    throw new ConfigError(`The file ${error instanceof Error ? error.message : 'cannot be read'}`);
  });
  await change(database, clientId, async (tx, client) => {
    await operatorsCredentials.addKeys(tx, client, keys, 'operator', systemClock.now());
    await record(tx, 'client.changed', client, {
      what: 'keys',
      added: keys.map(({ kid }) => kid).join(' '),
    });
  });
  return keys;
}

/**
 * Rotates a client's secret.
 * @param graceSeconds for which the current one keeps working; 0: it stops immediately
 * @returns the secret, which is stored only as a hash
 * @throws ConfigError when the client is unknown or has no secret
 */
export async function regenerateSecret(
  database: Database,
  clientId: string,
  graceSeconds: number,
): Promise<string> {
  if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > MAX_GRACE_SECONDS) {
    throw new ConfigError(`The grace must be 0 to ${MAX_GRACE_SECONDS} seconds.`);
  }
  return change(database, clientId, async (tx, client) => {
    const rotation = { graceSeconds, replaces: null };
    const newSecret = await operatorsCredentials.renewSecret(
      tx,
      client,
      rotation,
      'operator',
      systemClock.now(),
    );
    if (!newSecret) throw new ConfigError(`The client ${clientId} has no secret.`);
    await record(tx, 'client.secret_regenerated', client, { grace_seconds: graceSeconds });
    return newSecret.secret;
  });
}

async function change<T>(
  database: Database,
  clientId: string,
  work: (tx: Transaction, client: LockedClient) => Promise<T>,
): Promise<T> {
  return database.write(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (!client) throw new ConfigError(`There is no client ${clientId}.`);
    return work(tx, client);
  });
}

const record = (
  tx: Transaction,
  event: AuditEvent,
  { clientId, portalId }: { clientId: string; portalId: number | null },
  details: Record<string, string | number | boolean>,
): Promise<void> => recordAudit(tx, commandLine(), { event, clientId, portalId, details }, systemClock.now());
