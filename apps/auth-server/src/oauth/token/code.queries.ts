import { Injectable } from '@nestjs/common';
import { FRESH_LOGIN_SECONDS } from '@app/access';
import type { OpenidScope, Scope } from '@app/contracts';
import { Database, sql, type Transaction } from '@app/database';
import { addSeconds, parseDay, opaqueToken, sha256, utcDay } from '@app/kernel';
import type { OpenidLogin } from '../openid/index.js';
import { newFamilyId } from './token-issuer.js';

const KIND = 'code';
/** Lifetime of a code in seconds (contract 3.11). */
export const CODE_SECONDS = 60;

export interface NewCode {
  clientId: string;
  portalId: number;
  accountId: number;
  redirectUri: string;
  scopes: readonly Scope[];
  codeChallenge: string | undefined;
  /** Whether the person has logged in with their own password. */
  byOwnLogin: boolean;
  /** When the person used their second factor for the login; null: they did not. */
  factorTime: Date | null;
  /** When the person entered their own password, if that was recent. */
  authenticatedAt: Date | undefined;
  /** For requests of OpenID Connect. */
  openid?: OpenidLogin & { nonce: string | undefined };
}

export interface CodeRow {
  day: string;
  hash: Buffer;
  familyId: string;
  clientId: string;
  portalId: number;
  accountId: number;
  redirectUri: string;
  scopes: Scope[];
  codeChallenge: string | null;
  byOwnLogin: boolean;
  factorTime: Date | null;
  /** Empty if the code is not of OpenID Connect; then the next four are null. */
  openidScopes: OpenidScope[];
  nonce: string | null;
  authTime: Date | null;
  amr: string[] | null;
  openidSid: string | null;
  expiresAt: Date;
  /** By Postgres' clock, milliseconds since 1970. */
  usedAtMs: number | null;
  /** When it was looked up, by the same clock. */
  foundAtMs: number;
}

@Injectable()
export class CodeQueries {
  constructor(private readonly database: Database) {}

  /**
   * Locks, reads rights and stores a new code in one round trip.
   * @returns undefined when the client or the account is no longer active
   */
  async add(tx: Transaction, code: NewCode, now: Date): Promise<string | undefined> {
    const text = opaqueToken(KIND, now);
    const expiresAt = addSeconds(now, CODE_SECONDS);
    const familyId = newFamilyId();
    const [day, hash] = [utcDay(now), sha256(text)];
    const isStored = await tx.value<boolean>(sql`
      select auth.issue_code(
               ${code.portalId}, ${code.clientId}, ${code.accountId}, ${day}, ${hash}, ${familyId},
               ${code.redirectUri}, ${code.scopes}, ${code.codeChallenge ?? null}, ${code.byOwnLogin}, ${expiresAt},
               ${code.factorTime})`);
    if (!isStored) return undefined;
    const { openid } = code;
    if (openid)
      await tx.run(sql`
        update auth.codes
           set openid_scopes = ${openid.openidScopes}, nonce = ${openid.nonce ?? null}, auth_time = ${openid.authTime},
               amr = ${openid.amr}, openid_sid = ${openid.openidSid}
         where day = ${day} and hash = ${hash}`);
    if (code.authenticatedAt) await this.#recordLogin(tx, familyId, code.authenticatedAt);
    return text;
  }

  async #recordLogin(tx: Transaction, familyId: string, loginTime: Date): Promise<void> {
    const until = addSeconds(loginTime, FRESH_LOGIN_SECONDS);
    await tx.run(sql`
      insert into auth.family_logins (family_id, authenticated_at, expires_at) values (${familyId}, ${loginTime}, ${until})`);
  }

  /** The code, even if used or expired; undefined when we did not issue it. */
  async find(code: string): Promise<CodeRow | undefined> {
    const day = parseDay(KIND, code);
    if (day === undefined) return undefined;
    return this.database.one<CodeRow>(sql.camelCase`
      select day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes, code_challenge,
             by_own_login, factor_time, openid_scopes, nonce, auth_time, amr, openid_sid, expires_at, (extract(epoch from used_at) * 1000)::float8 as used_at_ms,
             (extract(epoch from clock_timestamp()) * 1000)::float8 as found_at_ms
        from auth.codes where day = ${day} and hash = ${sha256(code)}`);
  }

  /** Consumes a code. Of concurrent calls exactly one succeeds; none does once the code's grant has ended. */
  async consume(tx: Transaction, code: Pick<CodeRow, 'day' | 'hash'>, now: Date): Promise<boolean> {
    const updatedRows = await tx.run(sql`
      update auth.codes set used_at = clock_timestamp()
       where day = ${code.day} and hash = ${code.hash} and used_at is null and expires_at > ${now}`);
    return updatedRows === 1;
  }
}
