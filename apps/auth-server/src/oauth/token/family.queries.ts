import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS, type OpenidScope, type Scope } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { addSeconds, parseDay, opaqueToken, sha256, utcDay } from '@app/kernel';
import type { Client } from '../../applications/clients/index.js';
import type { OpenidLogin } from '../openid/index.js';
import type { IssuedTokenRow } from './access-token.queries.js';
import type { PreparedToken } from './token-issuer.js';

const REFRESH_TOKEN_KIND = 'rt';

/** A refresh token as it is stored, with its family. */
export interface RefreshTokenRow {
  day: string;
  hash: Buffer;
  familyId: string;
  clientId: string;
  accountId: number;
  portalId: number;
  expiresAt: Date;
  /** When it was last exchanged, by Postgres' clock, milliseconds since 1970; null: not yet. */
  usedAtMs: number | null;
  /** When it was first exchanged, by the same clock. */
  firstUsedAtMs: number | null;
  /** The hash of its successor; null for a token that was not exchanged, or by a server of 0.3.0. */
  nextHash: Buffer | null;
  /** When its request began, by the same clock. */
  foundAtMs: number;
  /** The full grant of the family. */
  scopes: Scope[];
  familyEndedAt: Date | null;
  /** Empty if the family is not of OpenID Connect; then the next three are null. */
  openidScopes: OpenidScope[];
  authTime: Date | null;
  amr: string[] | null;
  openidSid: string | null;
}

/** The data for the claims of an access token, and the full grant of its family. */
type RefreshedRow = IssuedTokenRow & {
  portalId: number;
  accountId: number;
  familyId: string;
  scopes: Scope[];
};

export interface NewFamily {
  id: string;
  portalId: number;
  accountId: number;
  clientId: string;
  scopes: readonly Scope[];
  /** Whether the family began with a login by the person's own password. */
  byOwnLogin: boolean;
  /** When that login used the second factor; null: it did not. */
  factorTime: Date | null;
  /** Whether the application obtained the family for itself, without a login, by creating the portal. */
  forApplication?: boolean;
  /** The facts that ID tokens of this login of OpenID Connect state. */
  openid?: OpenidLogin | undefined;
}

const familyExpiry = (now: Date): Date => addSeconds(now, REFRESH_TOKEN_SECONDS);

@Injectable()
export class FamilyQueries {
  constructor(private readonly database: Database) {}

  /**
   * The token, even if used or expired; undefined when we did not issue it.
   * @param waitedMs milliseconds since its request began; it may have waited for another request that used the token
   */
  async find(token: string, waitedMs = 0): Promise<RefreshTokenRow | undefined> {
    const day = parseDay(REFRESH_TOKEN_KIND, token);
    if (day === undefined) return undefined;
    return this.database.one<RefreshTokenRow>(sql.camelCase`
      select t.day, t.hash, t.family_id, t.client_id, t.account_id, t.portal_id, t.expires_at,
             (extract(epoch from coalesce(t.repeated_at, t.used_at)) * 1000)::float8 as used_at_ms,
             (extract(epoch from t.used_at) * 1000)::float8 as first_used_at_ms, t.next_hash,
             (extract(epoch from clock_timestamp()) * 1000)::float8 - ${waitedMs}::float8 as found_at_ms, f.scopes,
             f.ended_at as family_ended_at, f.openid_scopes, f.auth_time, f.amr, f.openid_sid
        from auth.refresh_tokens t join auth.grant_families f on f.id = t.family_id
       where t.day = ${day} and t.hash = ${sha256(token)}`);
  }

  /**
   * Consumes a refresh token and adds the next one, extends the family by 90 days and stores an access token, in one
   * round trip. Of concurrent calls exactly one succeeds.
   * @param reader a transaction if more belongs to it, otherwise the database
   * @param replacedHash of the unused successor that the next one replaces, if the token was exchanged before
   * @returns undefined when a right is missing; then nothing has changed
   */
  async refresh(
    reader: Reader,
    token: string,
    { clientId, cachedVersion }: Pick<Client, 'clientId' | 'cachedVersion'>,
    { now, day: newDay, jti, expiresAt }: PreparedToken,
    replacedHash: Buffer | null,
  ): Promise<(RefreshedRow & { nextToken: string }) | undefined> {
    const day = parseDay(REFRESH_TOKEN_KIND, token);
    if (day === undefined) return undefined;
    const nextToken = opaqueToken(REFRESH_TOKEN_KIND, now);
    const row = await reader.one<RefreshedRow>(sql.camelCase`
      select t.seq, t.family_id, t.scopes, t.client_scopes, t.portal_id, t.portal_name, t.account_id, t.person_id,
             t.roles, t.email, t.first_name, t.last_name
        from auth.refresh_access_token(
               ${clientId}, ${cachedVersion ?? null}, ${day}, ${sha256(token)}, ${jti}, ${sha256(nextToken)},
               ${now}, ${newDay}, ${expiresAt}, ${familyExpiry(now)}, ${replacedHash}) t`);
    return row && { ...row, nextToken };
  }

  open(tx: Transaction, family: NewFamily, now: Date): Promise<void> {
    return this.#add(tx, family, now, familyExpiry(now));
  }

  /**
   * Opens a family for a single access token without a refresh token (RFC 6749 4.2.2); it expires with the token.
   * Ending a person's logins finds all their tokens by families.
   */
  openForOneToken(tx: Transaction, family: NewFamily, now: Date): Promise<void> {
    return this.#add(tx, family, now, addSeconds(now, ACCESS_TOKEN_SECONDS));
  }

  async #add(tx: Transaction, family: NewFamily, now: Date, expiresAt: Date): Promise<void> {
    const { openid } = family;
    await tx.run(sql`
      insert into auth.grant_families
        (id, portal_id, account_id, client_id, scopes, by_own_login, factor_time, for_application, openid_scopes,
         auth_time, amr, openid_sid, created_time, last_used_time, expires_at)
      values (${family.id}, ${family.portalId}, ${family.accountId}, ${family.clientId}, ${family.scopes},
              ${family.byOwnLogin}, ${family.factorTime}, ${family.forApplication ?? false},
              ${openid?.openidScopes ?? []}, ${openid?.authTime ?? null}, ${openid?.amr ?? null},
              ${openid?.openidSid ?? null}, ${now}, ${now}, ${expiresAt})
      on conflict (id) do nothing`);
  }

  async addToken(
    tx: Transaction,
    family: Pick<NewFamily, 'id' | 'portalId' | 'accountId' | 'clientId'>,
    now: Date,
  ): Promise<string> {
    const token = opaqueToken(REFRESH_TOKEN_KIND, now);
    await tx.run(sql`
      insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
      values (${utcDay(now)}, ${sha256(token)}, ${family.id}, ${family.clientId}, ${family.accountId},
              ${family.portalId}, ${familyExpiry(now)})`);
    return token;
  }
}
