import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, type AccessTokenClaims, type OpenidScope, type Scope } from '@app/contracts';
import { type Reader, type Transaction } from '@app/database';
import { addSeconds, CLOCK, randomText, unixSeconds, SETTINGS, utcDay, type Clock } from '@app/kernel';
import type { Client } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import { KeyRing } from '../signing-keys/index.js';
import { AccessTokenQueries, type IssuedTokenRow } from './access-token.queries.js';
import { narrowToClient, narrowToRoles } from './scope-narrowing.js';

/** Seconds by which `nbf` and `iat` precede the time of issuing: verifiers with slow clocks check either. */
const SLOW_CLOCK_SECONDS = 30;

export interface AccountSubject {
  portalId: number;
  accountId: number;
}

/** For whom a token is issued: an account, or the application itself. */
export type Subject = AccountSubject | { portalId: null; accountId: null };

export interface IssuedAccessToken {
  accessToken: string;
  jti: string;
  /** The scopes of the API, then those of OpenID Connect. */
  scopes: (Scope | OpenidScope)[];
  /** The subject as it was when the token was issued. */
  subject: IssuedTokenRow;
}

interface TokenGrant {
  clientId: string;
  familyId: string;
  /** The granted scopes; the token gets those that client and roles still allow. */
  scopes: readonly Scope[];
  /** The granted scopes of OpenID Connect, which depend neither on the client nor on the role. */
  openidScopes?: readonly OpenidScope[] | undefined;
}

/** An access token that has yet to be stored, and then signed. */
export interface PreparedToken {
  now: Date;
  day: string;
  jti: string;
  expiresAt: Date;
  sign: (row: IssuedTokenRow, grant: TokenGrant) => Promise<IssuedAccessToken>;
}

/** The id of a new grant family: the `sid` of its tokens. */
export const newFamilyId = (): string => randomText(16);

/** Creates access tokens (RFC 9068, contract 3.19). */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: AccessTokenQueries,
    private readonly keys: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param reader the transaction of the exchange, or the database if issuing is all there is to do
   * @param client a cached client is rejected if its row has changed since
   * @param granted the granted scopes; the token gets those that the client and the roles still allow
   * @returns undefined when the client or the account is no longer active, or a cached client has changed
   * @throws Error when there is no key to sign with; then nothing was stored
   */
  async issue(
    reader: Reader,
    { clientId, cachedVersion }: Pick<Client, 'clientId' | 'cachedVersion'>,
    subject: Subject,
    familyId: string,
    granted: readonly Scope[],
    openidScopes?: readonly OpenidScope[],
  ): Promise<IssuedAccessToken | undefined> {
    const { now: _, sign, ...token } = this.prepare();
    const newToken = { ...token, ...subject, clientId, sid: familyId };
    const row = await this.tokens.insertToken(reader, newToken, cachedVersion);
    return row && sign(row, { clientId, familyId, scopes: granted, openidScopes });
  }

  /**
   * Issues a token of the family that all assertions of a client about an account share.
   * @returns undefined when the client or the account is no longer active
   */
  async issueByAssertion(
    tx: Transaction,
    clientId: string,
    subject: AccountSubject,
    granted: readonly Scope[],
  ): Promise<IssuedAccessToken | undefined> {
    const now = this.clock.now();
    const until = addSeconds(now, ACCESS_TOKEN_SECONDS);
    const prolonged = addSeconds(now, 1.5 * ACCESS_TOKEN_SECONDS);
    const family = { newSid: newFamilyId(), until, prolonged };
    const familyId = await this.tokens.familyOfAssertions(tx, { ...subject, clientId }, family);
    return this.issue(tx, { clientId }, subject, familyId, granted);
  }

  /** @throws Error when there is no key to sign with; call this before anything is stored or consumed */
  prepare(): PreparedToken {
    const { signer } = this.keys.current();
    const now = this.clock.now();
    const day = utcDay(now);
    const jti = `${day.replaceAll('-', '')}_${randomText(16)}`; // begins with the day of its row
    const expiresAt = addSeconds(now, ACCESS_TOKEN_SECONDS);
    return {
      now,
      day,
      jti,
      expiresAt,
      sign: async (row, { clientId, familyId, scopes: granted, openidScopes = [] }) => {
        const clientScopes = narrowToClient(granted, row.clientScopes);
        const roleScopes = row.roles === null ? clientScopes : narrowToRoles(clientScopes, row.roles);
        const scopes = openidScopes.length === 0 ? roleScopes : [...roleScopes, ...openidScopes];
        const claims = this.#claims(clientId, row, jti, familyId, scopes, unixSeconds(now));
        return { accessToken: await signer.sign(claims), jti, scopes, subject: row };
      },
    };
  }

  #claims(
    clientId: string,
    row: IssuedTokenRow,
    jti: string,
    sid: string,
    scopes: IssuedAccessToken['scopes'],
    now: number,
  ): AccessTokenClaims {
    return {
      iss: this.settings.AUTH_PUBLIC_URL,
      aud: [this.settings.API_PUBLIC_URL, this.settings.AUTH_PUBLIC_URL],
      client_id: clientId,
      sub: row.accountId === null ? clientId : String(row.accountId),
      iat: now - SLOW_CLOCK_SECONDS,
      nbf: now - SLOW_CLOCK_SECONDS,
      exp: now + ACCESS_TOKEN_SECONDS,
      jti,
      sid,
      seq: row.seq,
      scope: scopes.join(' '),
      scopes,
      ...subjectClaims(row),
    };
  }
}

/** Portal, roles and person; absent for an application outside any portal. */
function subjectClaims(row: IssuedTokenRow): Partial<AccessTokenClaims> {
  if (row.accountId === null) return {};
  return {
    portal_id: row.portalId!,
    portal_name: row.portalName!,
    roles: row.roles!,
    user: {
      id: row.accountId,
      email: row.email!,
      first_name: row.firstName!,
      last_name: row.lastName!,
    },
  };
}
