import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';
import type { JWK } from 'jose';
import type { SigningAlgorithm } from './signing-key.js';

export type KeyPurpose = 'access tokens' | 'ID tokens';

/**
 * Separate tables: servers that know only one purpose would otherwise use a key of the other purpose as the current
 * one.
 */
const tables = {
  'access tokens': sql.raw('auth.signing_keys'),
  'ID tokens': sql.raw('auth.id_token_keys'),
} as const satisfies Record<KeyPurpose, unknown>;

export interface SigningKeyRow {
  kid: string;
  alg: SigningAlgorithm;
  publicJwk: JWK;
  privateSealed: Buffer;
  createdTime: Date;
  signsFrom: Date;
  revokedAt: Date | null;
  /** Why it cannot sign; null if no server has found a fault. */
  parkedReason: string | null;
}

export class SigningKeyQueries {
  readonly #table: (typeof tables)[KeyPurpose];

  constructor(
    private readonly database: Database,
    readonly purpose: KeyPurpose = 'access tokens',
  ) {
    this.#table = tables[purpose];
  }

  all(reader: Reader = this.database.dedicated): Promise<SigningKeyRow[]> {
    return reader.many(sql.camelCase`
      select kid, alg, public_jwk, private_sealed, created_time, signs_from, revoked_at, parked_reason
        from ${this.#table} order by signs_from, kid`);
  }

  /** Serialises changes of keys by several processes. */
  async lock(tx: Transaction): Promise<void> {
    await tx.run(sql`select pg_advisory_xact_lock(${lockNumber.signingKeys})`);
  }

  async add(tx: Transaction, key: Omit<SigningKeyRow, 'revokedAt' | 'parkedReason'>): Promise<void> {
    await tx.run(sql`
      insert into ${this.#table} (kid, alg, public_jwk, private_sealed, created_time, signs_from)
      values (${key.kid}, ${key.alg}, ${JSON.stringify(key.publicJwk)}, ${key.privateSealed}, ${key.createdTime},
              ${key.signsFrom})`);
  }

  /** @returns whether the key existed and was not revoked yet */
  async revoke(tx: Transaction, kid: string, now: Date, until: Date): Promise<boolean> {
    const done = await tx.run(sql`
      update ${this.#table} set revoked_at = ${now} where kid = ${kid} and revoked_at is null`);
    if (done === 0) return false;
    await tx.run(sql`insert into auth.revocations (kid, expires_at) values (${kid}, ${until})`);
    return true;
  }

  /** @param reason null: it is readable again */
  async park(kid: string, reason: string | null, reader: Reader = this.database): Promise<void> {
    await reader.many(sql`
      update ${this.#table} set parked_reason = ${reason}
       where kid = ${kid} and parked_reason is distinct from ${reason}`);
  }

  /**
   * Lets the first waiting key sign immediately.
   * @returns its kid
   */
  async promoteNext(tx: Transaction, now: Date): Promise<string | undefined> {
    return tx.value<string>(sql`
      update ${this.#table} set signs_from = ${now}
       where kid = (select kid from ${this.#table} where signs_from > ${now} and revoked_at is null and parked_reason is null
                     order by signs_from limit 1)
      returning kid`);
  }

  /** @returns those that existed */
  async remove(tx: Transaction, kids: readonly string[]): Promise<string[]> {
    return tx.column<string>(sql`
      delete from ${this.#table} where kid = any(${kids}) returning kid`);
  }
}
