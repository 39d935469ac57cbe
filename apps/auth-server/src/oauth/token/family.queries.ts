import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS, type OpenidScope, type Scope } from '@app/contracts';
import { Database, sql, type Transaction } from '@app/database';
import { parseDay, opaqueToken, sha256, utcDay } from '@app/kernel';
import type { OpenidLogin } from '../openid/index.js';

/** How the text of a refresh token begins. */
export const REFRESH_TOKEN_KIND = 'rt';

/** A refresh token as it is stored, with its family. */
export interface RefreshTokenRow {
  day: string;
  hash: Buffer;
  familyId: string;
  clientId: string;
  accountId: number;
  portalId: number;
  expiresAt: Date;
  /** By Postgres' clock, milliseconds since 1970. */
  usedAtMs: number | null;
  /** When it was first asked for, by the same clock. */
  foundAtMs: number;
  /** The full grant of the family. */
  scopes: Scope[];
  /** When the login behind the family used the second factor; null: it did not. */
  familyFactorTime: Date | null;
  familyEndedAt: Date | null;
  /** Empty: not a family of OpenID Connect, and the next three are null. */
  openidScopes: OpenidScope[];
  authTime: Date | null;
  amr: string[] | null;
  openidSid: string | null;
}

export interface NewFamily {
  id: string;
  portalId: number;
  accountId: number;
  clientId: string;
  scopes: readonly Scope[];
  /** Whether a login with the person's own password opened it. */
  byOwnLogin: boolean;
  /** When that login used the second factor; null: it did not. */
  factorTime: Date | null;
  /** Whether no login opened it: the application obtained it for itself by creating the portal. */
  forApplication?: boolean;
  /** The facts that ID tokens of this login of OpenID Connect state. */
  openid?: OpenidLogin | undefined;
}

const later = (time: Date, seconds = REFRESH_TOKEN_SECONDS): Date =>
  new Date(time.getTime() + seconds * 1000);

/** Grant families and their refresh tokens. */
@Injectable()
export class FamilyQueries {
  constructor(private readonly database: Database) {}

  /**
   * The token, even if used or expired; undefined when we did not issue it.
   * @param waitedMs how long ago it was first asked for: a batch that it was in may have waited for its commit
   */
  async find(token: string, waitedMs = 0): Promise<RefreshTokenRow | undefined> {
    const day = parseDay(REFRESH_TOKEN_KIND, token);
    if (day === undefined) return undefined;
    return this.database.one<RefreshTokenRow>(sql.camelCase`
      select t.day, t.hash, t.family_id, t.client_id, t.account_id, t.portal_id, t.expires_at,
             (extract(epoch from t.used_at) * 1000)::float8 as used_at_ms,
             (extract(epoch from clock_timestamp()) * 1000)::float8 - ${waitedMs}::float8 as found_at_ms, f.scopes, f.factor_time as family_factor_time,
             f.ended_at as family_ended_at, f.openid_scopes, f.auth_time, f.amr, f.openid_sid
        from auth.refresh_tokens t join auth.grant_families f on f.id = t.family_id
       where t.day = ${day} and t.hash = ${sha256(token)}`);
  }

  /** Uses a token up; of parallel calls exactly one succeeds. */
  async spend(tx: Transaction, token: Pick<RefreshTokenRow, 'day' | 'hash'>): Promise<boolean> {
    const spent = await tx.run(sql`
      update auth.refresh_tokens set used_at = clock_timestamp()
       where day = ${token.day} and hash = ${token.hash} and used_at is null`);
    return spent === 1;
  }

  open(tx: Transaction, family: NewFamily, now: Date): Promise<void> {
    return this.#add(tx, family, now, later(now));
  }

  /**
   * Opens a family for a single access token without a refresh token (RFC 6749 4.2.2), which expires with it.
   * Ending a person's logins finds everything that they opened by its families.
   */
  openForOneToken(tx: Transaction, family: NewFamily, now: Date): Promise<void> {
    return this.#add(tx, family, now, later(now, ACCESS_TOKEN_SECONDS));
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

  /** Extends an open family by 90 days. @returns false when it has been ended */
  async extend(tx: Transaction, familyId: string, now: Date): Promise<boolean> {
    const extended = await tx.run(sql`
      update auth.grant_families set last_used_time = ${now}, expires_at = ${later(now)}
       where id = ${familyId} and ended_at is null`);
    return extended === 1;
  }

  /** Adds a new refresh token to a family. */
  async addToken(
    tx: Transaction,
    family: Pick<NewFamily, 'id' | 'portalId' | 'accountId' | 'clientId'>,
    now: Date,
  ): Promise<string> {
    const token = opaqueToken(REFRESH_TOKEN_KIND, now);
    await tx.run(sql`
      insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
      values (${utcDay(now)}, ${sha256(token)}, ${family.id}, ${family.clientId}, ${family.accountId},
              ${family.portalId}, ${later(now)})`);
    return token;
  }
}
