import { defaultScopes, type Scope, type GrantType } from '@app/contracts';
import { sql, type Transaction } from '@app/database';
import { ConfigError, sha256 } from '@app/kernel';
import { addToCount, enforceLimit } from '@app/limits';

/** How ID tokens may be signed: with a separate key (RS256), or with that of access tokens (ES256). */
export const idTokenAlgs = ['RS256', 'ES256'] as const;
export type IdTokenAlg = (typeof idTokenAlgs)[number];

/** The addresses to which a client may redirect people after a sign-in. */
export interface RedirectUris {
  /** The first address; null: none. */
  redirectUri: string | null;
  otherRedirectUris?: readonly string[] | undefined;
}

/** A client as registered by POST /client, the command line, `apply` or new_client. */
export interface ClientRegistration extends RedirectUris {
  clientId: string;
  name: string;
  /** Null: a client without a secret. */
  secret: string | null;
  /** The only addresses to which people may be redirected after a logout. */
  postLogoutRedirectUris?: readonly string[] | undefined;
  /** Null: an unbound client. */
  portalId: number | null;
  grants?: readonly string[];
  scopes?: readonly Scope[];
  status?: 0 | 1;
  isSpecial?: boolean;
  /** Whether it is one of the operator's clients for all portals, which need not approve it. */
  isFirstParty?: boolean;
  /** Replaces the default of the setting. */
  tokenRequestsPerMinute?: number | undefined;
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

/** Why a client cannot be a first party; undefined when it can. Its people must not get its special permissions. */
export const firstPartyProblem = (hasSecret: boolean, isBound: boolean, isSpecial: boolean) =>
  hasSecret && !isBound && !isSpecial ? undefined : 'needs a secret, no portal and no special permissions';

function assertFit({
  clientId,
  secret,
  grants,
  portalId,
  isSpecial,
  isFirstParty,
}: ClientRegistration): void {
  if (isSpecial && !isFitForSpecial(secret !== null, grants)) {
    throw new ConfigError(
      `The client ${clientId} cannot have special permissions: it needs a secret, and grants without implicit.`,
    );
  }
  const problem = firstPartyProblem(secret !== null, portalId !== null, isSpecial ?? false);
  if (isFirstParty && problem !== undefined)
    throw new ConfigError(`The client ${clientId} cannot be a first party: it ${problem}.`);
}

/** Opens the account through which a bound client acts on its portal as an administrator. */
async function openServiceAccount(
  tx: Transaction,
  portalId: number,
  client: ClientRegistration,
): Promise<number> {
  return (await tx.value<number>(sql`
    insert into identity.accounts (portal_id, client_id, first_name, last_name, roles)
    values (${portalId}, ${client.clientId}, ${client.name}, 'Application', '{Administrator}')
    on conflict (portal_id, client_id) where client_id is not null
      do update set first_name = excluded.first_name, status = true, closed_time = null
    returning id`))!;
}

/** @throws LimitReached when the portal, or the owner of an unbound client, has the maximum number */
async function assertClientLimit(tx: Transaction, { portalId, owner }: ClientRegistration): Promise<void> {
  const [holder, which] =
    portalId !== null
      ? [`portal ${portalId}`, sql`portal_id = ${portalId}`]
      : owner && 'accountId' in owner
        ? [`account ${owner.accountId}`, sql`portal_id is null and owner_account_id = ${owner.accountId}`]
        : owner
          ? [`client ${owner.clientId}`, sql`portal_id is null and owner_client_id = ${owner.clientId}`]
          : [];
  if (holder === undefined || which === undefined) return; // the operator's clients are unlimited
  await addToCount(tx, 'clients_made', holder);
  const name = portalId === null ? 'unbound_clients' : 'clients';
  await enforceLimit(tx, name, holder, sql`select 1 from auth.clients where ${which}`);
}

/**
 * Registers a client, with a service account if it is bound.
 * @throws ConfigError when it may not have special permissions; LimitReached; a unique violation when the client_id is
 *   taken
 */
export async function registerClient(tx: Transaction, client: ClientRegistration, now: Date): Promise<void> {
  assertFit(client);
  await assertClientLimit(tx, client);
  const serviceAccount =
    client.portalId === null ? null : await openServiceAccount(tx, client.portalId, client);
  const owner = client.owner ?? {};
  const grants = client.grants ?? defaultGrants;
  await tx.run(sql`
    insert into auth.clients (client_id, name, secret_hash, redirect_uri, post_logout_redirect_uris, status, portal_id,
      service_account_id, grants, scopes, is_special, is_first_party, token_requests_per_minute, introspects_all, sends_iss,
      id_token_alg, owner_account_id, owner_client_id, created_time, updated_time)
    values (${client.clientId}, ${client.name}, ${client.secret === null ? null : sha256(client.secret)},
      ${client.redirectUri}, ${client.postLogoutRedirectUris ?? []}, ${client.status ?? 1}, ${client.portalId},
      ${serviceAccount},
      ${client.secret === null ? grants.filter((grant) => grant !== 'client_credentials') : grants},
      ${client.scopes ?? defaultScopes}, ${client.isSpecial ?? false}, ${client.isFirstParty ?? false},
      ${client.tokenRequestsPerMinute ?? null}, ${client.introspectsAll ?? false},
      ${client.sendsIss ?? true}, ${client.idTokenAlg ?? 'RS256'}, ${'accountId' in owner ? owner.accountId : null},
      ${'clientId' in owner ? owner.clientId : null}, ${now}, ${now})`);
  await addRedirectUris(tx, client.clientId, client.otherRedirectUris ?? []);
}

/** The change that {@link upsertClientFromFile} made to a client. */
export interface ClientFromFile {
  outcome: 'created' | 'changed' | 'same';
  /** Whether it has fewer scopes than before, so that its tokens must end. */
  lostScopes: boolean;
  /** False for a new client. */
  hasOtherSecret: boolean;
  /** Addresses that an already registered client did not have. */
  newRedirectUris: readonly string[];
}

/**
 * Registers or updates a client; for `apply`.
 * @throws ConfigError when it may not have special permissions; Error when the client belongs to another portal
 */
export async function upsertClientFromFile(
  tx: Transaction,
  client: ClientRegistration,
  now: Date,
): Promise<ClientFromFile> {
  assertFit(client);
  const secretHash = client.secret === null ? null : sha256(client.secret);
  const existing = await tx.one<{
    portal_id: number | null;
    scopes: string[];
    status: 0 | 1;
    has_other_secret: boolean;
  }>(sql`
    select portal_id, scopes, status, secret_hash is distinct from ${secretHash}::bytea as has_other_secret
      from auth.clients where client_id = ${client.clientId} for update`);
  if (!existing) {
    await registerClient(tx, client, now);
    return { outcome: 'created', lostScopes: false, hasOtherSecret: false, newRedirectUris: [] };
  }
  if (existing.portal_id !== client.portalId) {
    throw new Error(`the client ${client.clientId} cannot move to another portal`);
  }
  if (client.portalId !== null) await openServiceAccount(tx, client.portalId, client);
  const grants = client.grants ?? defaultGrants;
  const scopes: readonly string[] = client.scopes ?? defaultScopes;
  const columns = sql`name, post_logout_redirect_uris, secret_hash, status, grants, scopes, is_special,
    is_first_party, token_requests_per_minute, introspects_all, sends_iss, id_token_alg`;
  const values = sql`${client.name}::text, ${client.postLogoutRedirectUris ?? []}::text[], ${secretHash}::bytea, ${client.status ?? existing.status}::smallint,
    ${client.secret === null ? grants.filter((grant) => grant !== 'client_credentials') : grants}::text[],
    ${scopes}::text[], ${client.isSpecial ?? false}::boolean, ${client.isFirstParty ?? false}::boolean,
    ${client.tokenRequestsPerMinute ?? null}::int, ${client.introspectsAll ?? false}::boolean,
    ${client.sendsIss ?? true}::boolean, ${client.idTokenAlg ?? 'RS256'}::text`;
  const changed = await tx.run(sql`
    update auth.clients set (${columns}, updated_time) = (${values}, ${now}::timestamptz)
     where client_id = ${client.clientId} and (${columns}) is distinct from (${values})`);
  const addresses = await replaceRedirectUris(tx, client.clientId, { otherRedirectUris: [], ...client }, now);
  return {
    outcome: changed === 1 || addresses.areOther ? 'changed' : 'same',
    lostScopes: existing.scopes.some((scope) => !scopes.includes(scope)),
    hasOtherSecret: existing.has_other_secret,
    newRedirectUris: addresses.added,
  };
}

/** All addresses, in their order. */
export const listRedirectUris = ({ redirectUri, otherRedirectUris = [] }: RedirectUris): string[] =>
  redirectUri === null ? [] : [redirectUri, ...otherRedirectUris.filter((one) => one !== redirectUri)];

/** The addresses of the `auth.clients` row `c` except the first, in alphabetical order. */
export const otherRedirectUris = sql`array(
  select r.redirect_uri from auth.client_redirect_uris r
   where r.client_id = c.client_id and r.redirect_uri is distinct from c.redirect_uri
   order by r.redirect_uri collate "C")`;

export interface ReplacedRedirectUris {
  areOther: boolean;
  /** The addresses that the client did not have before. */
  added: readonly string[];
}

/** Replaces the first address of a client, and the others if they are given. */
export async function replaceRedirectUris(
  tx: Transaction,
  clientId: string,
  { redirectUri, otherRedirectUris }: RedirectUris,
  now: Date,
): Promise<ReplacedRedirectUris> {
  await tx.one(sql`select 1 from auth.clients where client_id = ${clientId} for update`);
  const before = await findRedirectUris(tx, clientId);
  const after = listRedirectUris({ redirectUri, otherRedirectUris: otherRedirectUris ?? before.slice(1) });
  const added = after.filter((one) => !before.includes(one));
  const areOther = added.length > 0 || before.length !== after.length || before[0] !== after[0];
  if (!areOther) return { areOther, added };
  // updates the client's own row too, because its version invalidates cached clients
  await tx.run(sql`
    update auth.clients set redirect_uri = ${redirectUri}, updated_time = ${now} where client_id = ${clientId}`);
  await tx.run(sql`delete from auth.client_redirect_uris where client_id = ${clientId}`);
  await addRedirectUris(tx, clientId, after.slice(1));
  return { areOther, added };
}

/**
 * Replaces the addresses allowed after a logout.
 * @returns whether they have changed
 */
export async function setPostLogoutRedirectUris(
  tx: Transaction,
  clientId: string,
  redirectUris: readonly string[],
  now: Date,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update auth.clients set post_logout_redirect_uris = ${redirectUris}, updated_time = ${now}
     where client_id = ${clientId} and post_logout_redirect_uris <> ${redirectUris}::text[]`);
  return changed === 1;
}

async function addRedirectUris(
  tx: Transaction,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  if (redirectUris.length === 0) return;
  await tx.run(sql`
    insert into auth.client_redirect_uris (client_id, redirect_uri)
    select ${clientId}, unnest(${redirectUris}::text[])`);
}

async function findRedirectUris(tx: Transaction, clientId: string): Promise<string[]> {
  const row = await tx.one<{ redirectUri: string | null; otherRedirectUris: string[] }>(sql.camelCase`
    select c.redirect_uri, ${otherRedirectUris} as other_redirect_uris
      from auth.clients c where c.client_id = ${clientId}`);
  return row ? listRedirectUris(row) : [];
}

/** @returns undefined if there is no such client */
export const findNamedClient = (
  tx: Transaction,
  clientId: string,
): Promise<{ clientId: string; name: string; portalId: number | null } | undefined> =>
  tx.one<{ clientId: string; name: string; portalId: number | null }>(sql.camelCase`
    select client_id, name, portal_id from auth.clients where client_id = ${clientId}`);
