import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';
import type { JWK } from 'jose';
import type { SigningAlgorithm } from './signing-key.js';

export interface SigningKeyRow {
  kid: string;
  alg: SigningAlgorithm;
  publicJwk: JWK;
  privateSealed: Buffer;
  createdTime: Date;
  signsFrom: Date;
  revokedAt: Date | null;
  /** Why it cannot sign, if a server has noticed. */
  parkedReason: string | null;
}

@Injectable()
export class SigningKeyQueries {
  constructor(private readonly database: Database) {}

  all(reader: Reader = this.database.dedicated): Promise<SigningKeyRow[]> {
    return reader.many(sql.camelCase`
      select kid, alg, public_jwk, private_sealed, created_time, signs_from, revoked_at, parked_reason
        from auth.signing_keys order by signs_from, kid`);
  }

  /** Serialises the decisions of processes about keys. */
  async lock(tx: Transaction): Promise<void> {
    await tx.run(sql`select pg_advisory_xact_lock(${lockNumber.signingKeys})`);
  }

  async add(tx: Transaction, key: Omit<SigningKeyRow, 'revokedAt' | 'parkedReason'>): Promise<void> {
    await tx.run(sql`
      insert into auth.signing_keys (kid, alg, public_jwk, private_sealed, created_time, signs_from)
      values (${key.kid}, ${key.alg}, ${JSON.stringify(key.publicJwk)}, ${key.privateSealed}, ${key.createdTime},
              ${key.signsFrom})`);
  }

  /** @returns whether the key existed and was not revoked yet */
  async revoke(tx: Transaction, kid: string, now: Date, until: Date): Promise<boolean> {
    const done = await tx.run(sql`
      update auth.signing_keys set revoked_at = ${now} where kid = ${kid} and revoked_at is null`);
    if (done === 0) return false;
    await tx.run(sql`insert into auth.revocations (kid, expires_at) values (${kid}, ${until})`);
    return true;
  }

  /** @param reason null: it is readable again */
  async park(kid: string, reason: string | null, reader: Reader = this.database): Promise<void> {
    await reader.many(sql`
      update auth.signing_keys set parked_reason = ${reason}
       where kid = ${kid} and parked_reason is distinct from ${reason}`);
  }

  /** Lets the first waiting key sign at once. @returns its kid */
  async promoteNext(tx: Transaction, now: Date): Promise<string | undefined> {
    const row = await tx.one<{ kid: string }>(sql`
      update auth.signing_keys set signs_from = ${now}
       where kid = (select kid from auth.signing_keys where signs_from > ${now} and revoked_at is null and parked_reason is null
                     order by signs_from limit 1)
      returning kid`);
    return row?.kid;
  }

  /** @returns those that still existed */
  async remove(tx: Transaction, kids: readonly string[]): Promise<string[]> {
    const rows = await tx.many<{ kid: string }>(sql`
      delete from auth.signing_keys where kid = any(${kids}) returning kid`);
    return rows.map(({ kid }) => kid);
  }
}
