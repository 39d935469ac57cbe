import type { IdTokenAlg } from '@app/clients';
import type { GrantName, Scope } from '@app/contracts';
import { UnauthorizedClient } from '../../edge/errors/index.js';

/** Ids of clients, generated or chosen by the operator. */
const clientIdGrammar = /^[A-Za-z0-9._~-]{1,100}$/;

/** Whether `text` can be a client id; anything else need not be looked up. */
export const isClientId = (text: string): boolean => clientIdGrammar.test(text);

/** A client as it is stored, with its portal's name. */
export interface ClientRow {
  clientId: string;
  /** Differs after every change of the row. */
  version: string;
  name: string;
  secretHash: Buffer | null;
  previousSecretHash: Buffer | null;
  previousSecretUntil: Date | null;
  /** The first address; null: the client has none. */
  redirectUri: string | null;
  otherRedirectUris: string[];
  postLogoutRedirectUris: string[];
  status: 0 | 1;
  portalId: number | null;
  portalName: string | null;
  serviceAccountId: number | null;
  grants: GrantName[];
  scopes: Scope[];
  isSpecial: boolean;
  /** Whether it belongs to the operator, as the console does. */
  isFirstParty: boolean;
  /** Null: the default of the setting. */
  tokenRequestsPerMinute: number | null;
  introspectsAll: boolean;
  sendsIss: boolean;
  idTokenAlg: IdTokenAlg;
  ownerAccountId: number | null;
  ownerClientId: string | null;
  createdTime: Date;
  /** When the client last got a token, accurate to a few minutes. */
  lastUsedTime: Date | null;
}

/** A client without its secrets. */
export type Client = Omit<
  ClientRow,
  'version' | 'secretHash' | 'previousSecretHash' | 'previousSecretUntil'
> & {
  hasSecret: boolean;
  /** Only for a client from the cache: the version of its row, which may have changed since. */
  cachedVersion?: string;
};

export function toClient(row: ClientRow): Client {
  const { version: _, secretHash, previousSecretHash: __, previousSecretUntil: ___, ...client } = row;
  const hasSecret = secretHash !== null;
  // anyone can pose as a client without a secret
  return { ...client, hasSecret, introspectsAll: client.introspectsAll && hasSecret };
}

/** @throws UnauthorizedClient unless the client may use this grant (RFC 6749 5.2). */
export function assertMayUse(client: Client, grant: GrantName): void {
  const allowed = client.grants.includes(grant) && (grant !== 'client_credentials' || client.hasSecret);
  if (!allowed) throw new UnauthorizedClient('This client may not use this grant.');
}
