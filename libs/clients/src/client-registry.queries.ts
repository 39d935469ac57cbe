import { defaultScopes, type Scope, type GrantType } from '@app/contracts';
import { sql, type Transaction } from '@app/database';
import { ConfigError, sha256 } from '@app/kernel';
import { addToCount, enforceLimit } from '@app/limits';

/** How ID tokens may be signed: with a key of their own (RS256), or with that of access tokens (ES256). */
export const idTokenAlgs = ['RS256', 'ES256'] as const;
export type IdTokenAlg = (typeof idTokenAlgs)[number];

/** A client as registered by POST /client, the command line, `apply` or new_client. */
export interface ClientRegistration {
  clientId: string;
  name: string;
  /** Null: a client without a secret. */
  secret: string | null;
  redirectUri: string | null;
  /** Null: an unbound client. */
  portalId: number | null;
  grants?: readonly string[];
  scopes?: readonly Scope[];
  status?: 0 | 1;
  isSpecial?: boolean;
  introspectsAll?: boolean;
  sendsIss?: boolean;
  idTokenAlg?: IdTokenAlg | undefined;
  owner?: { accountId: number } | { clientId: string };
}

/** Characters allowed in secrets: those that the form-decoding of HTTP Basic leaves unchanged (contract 3.1). */
export const clientSecretGrammar = /^[A-Za-z0-9._~-]+$/;

/** Default grants of a client: never implicit (contract 3.45). */
export const defaultGrants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'service_jwt',
] as const satisfies readonly GrantType[];

/** Whether a client may have special permissions: it must authenticate, and must not get tokens through a redirect. */
export const isFitForSpecial = (hasSecret: boolean, grants: readonly string[] = defaultGrants): boolean =>
  hasSecret && !grants.includes('implicit');

function assertFit({ clientId, secret, grants, isSpecial }: ClientRegistration): void {
  if (isSpecial && !isFitForSpecial(secret !== null, grants)) {
    throw new ConfigError(
      `The client ${clientId} cannot have special permissions: it needs a secret, and grants without implicit.`,
    );
  }
}

/** The account through which a bound client acts on its portal with administrator's rights. */
async function openServiceAccount(
  tx: Transaction,
  portalId: number,
  client: ClientRegistration,
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into identity.accounts (portal_id, client_id, first_name, last_name, roles)
    values (${portalId}, ${client.clientId}, ${client.name}, 'Application', '{Administrator}')
    on conflict (portal_id, client_id) where client_id is not null
      do update set first_name = excluded.first_name, status = true, closed_time = null
    returning id`);
  return row!.id;
}

/** @throws LimitReached when the portal, or the owner of an unbound client, has as many as allowed */
async function assertClientLimit(tx: Transaction, { portalId, owner }: ClientRegistration): Promise<void> {
  const [holder, which] =
    portalId !== null
      ? [`portal ${portalId}`, sql`portal_id = ${portalId}`]
      : owner && 'accountId' in owner
        ? [`account ${owner.accountId}`, sql`portal_id is null and owner_account_id = ${owner.accountId}`]
        : owner
          ? [`client ${owner.clientId}`, sql`portal_id is null and owner_client_id = ${owner.clientId}`]
          : [];
  if (holder === undefined || which === undefined) return; // the operator's own
  await addToCount(tx, 'clients_made', holder);
  const name = portalId === null ? 'unbound_clients' : 'clients';
  await enforceLimit(tx, name, holder, sql`select 1 from auth.clients where ${which}`);
}

/**
 * Registers a client, with a service account if it is bound.
 * @throws ConfigError when it may not have special permissions; LimitReached; a unique violation when the client_id
 *   is taken
 */
export async function registerClient(tx: Transaction, client: ClientRegistration, now: Date): Promise<void> {
  assertFit(client);
  await assertClientLimit(tx, client);
  const serviceAccount =
    client.portalId === null ? null : await openServiceAccount(tx, client.portalId, client);
  const owner = client.owner ?? {};
  const grants = client.grants ?? defaultGrants;
  await tx.run(sql`
    insert into auth.clients (client_id, name, secret_hash, redirect_uri, status, portal_id, service_account_id,
      grants, scopes, is_special, introspects_all, sends_iss, id_token_alg, owner_account_id, owner_client_id,
      created_time, updated_time)
    values (${client.clientId}, ${client.name}, ${client.secret === null ? null : sha256(client.secret)},
      ${client.redirectUri}, ${client.status ?? 1}, ${client.portalId}, ${serviceAccount},
      ${client.secret === null ? grants.filter((grant) => grant !== 'client_credentials') : grants},
      ${client.scopes ?? defaultScopes}, ${client.isSpecial ?? false}, ${client.introspectsAll ?? false},
      ${client.sendsIss ?? true}, ${client.idTokenAlg ?? 'RS256'}, ${'accountId' in owner ? owner.accountId : null},
      ${'clientId' in owner ? owner.clientId : null}, ${now}, ${now})`);
}

/** What {@link upsertClientFromFile} did to a client. */
export interface ClientFromFile {
  outcome: 'created' | 'changed' | 'same';
  /** Whether it may request less than before, so that its tokens must end. */
  lostScopes: boolean;
  /** Of a registered one. */
  hasOtherSecret: boolean;
  hasOtherRedirectUri: boolean;
}

/**
 * Registers a client, or updates a registered one; for `apply`.
 * @throws ConfigError when it may not have special permissions; Error when the client belongs to another portal
 */
export async function upsertClientFromFile(
  tx: Transaction,
  client: ClientRegistration,
  now: Date,
): Promise<ClientFromFile> {
  assertFit(client);
  const secretHash = client.secret === null ? null : sha256(client.secret);
  const known = await tx.one<{
    portal_id: number | null;
    scopes: string[];
    status: 0 | 1;
    has_other_secret: boolean;
    has_other_redirect_uri: boolean;
  }>(sql`
    select portal_id, scopes, status, secret_hash is distinct from ${secretHash}::bytea as has_other_secret,
           redirect_uri is distinct from ${client.redirectUri}::text as has_other_redirect_uri
      from auth.clients where client_id = ${client.clientId} for update`);
  if (!known) {
    await registerClient(tx, client, now);
    return { outcome: 'created', lostScopes: false, hasOtherSecret: false, hasOtherRedirectUri: false };
  }
  if (known.portal_id !== client.portalId) {
    throw new Error(`the client ${client.clientId} cannot move to another portal`);
  }
  if (client.portalId !== null) await openServiceAccount(tx, client.portalId, client);
  const grants = client.grants ?? defaultGrants;
  const scopes: readonly string[] = client.scopes ?? defaultScopes;
  const columns = sql`name, redirect_uri, secret_hash, status, grants, scopes, is_special, introspects_all, sends_iss,
    id_token_alg`;
  const values = sql`${client.name}::text, ${client.redirectUri}::text,
    ${secretHash}::bytea, ${client.status ?? known.status}::smallint,
    ${client.secret === null ? grants.filter((grant) => grant !== 'client_credentials') : grants}::text[],
    ${scopes}::text[], ${client.isSpecial ?? false}::boolean, ${client.introspectsAll ?? false}::boolean,
    ${client.sendsIss ?? true}::boolean, ${client.idTokenAlg ?? 'RS256'}::text`;
  const changed = await tx.run(sql`
    update auth.clients set (${columns}, updated_time) = (${values}, ${now}::timestamptz)
     where client_id = ${client.clientId} and (${columns}) is distinct from (${values})`);
  return {
    outcome: changed === 1 ? 'changed' : 'same',
    lostScopes: known.scopes.some((scope) => !scopes.includes(scope)),
    hasOtherSecret: known.has_other_secret,
    hasOtherRedirectUri: known.has_other_redirect_uri,
  };
}

/** @returns whether it was another one before */
export async function setRedirectUri(
  tx: Transaction,
  clientId: string,
  redirectUri: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update auth.clients set redirect_uri = ${redirectUri}, updated_time = ${now}
     where client_id = ${clientId} and redirect_uri is distinct from ${redirectUri}`);
  return changed === 1;
}

/** @returns undefined if there is no such client */
export const findNamedClient = (
  tx: Transaction,
  clientId: string,
): Promise<{ clientId: string; name: string; portalId: number | null } | undefined> =>
  tx.one<{ clientId: string; name: string; portalId: number | null }>(sql.camelCase`
    select client_id, name, portal_id from auth.clients where client_id = ${clientId}`);
