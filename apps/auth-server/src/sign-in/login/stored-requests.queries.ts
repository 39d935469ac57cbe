import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import { addSeconds, parseDay, opaqueToken, sha256 } from '@app/kernel';
import type { PartialLogin, LoginRequest } from './login-request.js';
import type { SealedRequest } from './sealed-requests.js';

const KIND = 'txn';
/** Seconds in which a person can answer. */
const LIFE_SECONDS = 3600;

/** The id of a request, and when it expires. */
export const newTransaction = (now: Date): Pick<SealedRequest, 'transactionId' | 'expiresAt'> => ({
  transactionId: opaqueToken(KIND, now),
  expiresAt: addSeconds(now, LIFE_SECONDS),
});

/** A request of one browser, stored while the person answers. */
export interface StoredRequest<T extends LoginRequest = LoginRequest> {
  day: string;
  hash: Buffer;
  browserHash: Buffer;
  request: T;
  accountId: number | null;
  answeredAt: Date | null;
}

/** Stores requests after a sign-in. */
@Injectable()
export class StoredRequestQueries {
  constructor(private readonly database: Database) {}

  /**
   * Stores a request under its id.
   * @returns false when a repeated call finds the stored one
   */
  async store(
    tx: Transaction,
    { transactionId, expiresAt, request }: SealedRequest,
    browserId: string,
  ): Promise<boolean> {
    const stored = await tx.run(sql`
      insert into auth.authorization_requests (day, hash, browser_hash, request, expires_at)
      values (${parseDay(KIND, transactionId)}, ${sha256(transactionId)}, ${sha256(browserId)},
              ${JSON.stringify(request)}, ${expiresAt})
      on conflict do nothing`);
    return stored === 1;
  }

  async find(id: string, now: Date): Promise<StoredRequest | undefined> {
    const day = parseDay(KIND, id);
    if (day === undefined) return undefined;
    return this.database.one<StoredRequest>(sql.camelCase`
      select day, hash, browser_hash, request, account_id, answered_at
        from auth.authorization_requests
       where day = ${day} and hash = ${sha256(id)} and expires_at > ${now}`);
  }

  /** Records, or clears (undefined), the person who gave a password and has the second factor outstanding. */
  async savePartialLogin(waiting: StoredRequest, halfway: PartialLogin['halfway']): Promise<void> {
    const change = JSON.stringify(halfway === undefined ? {} : { halfway });
    await this.database.one(sql`
      update auth.authorization_requests set request = (request - 'halfway') || ${change}::jsonb
       where day = ${waiting.day} and hash = ${waiting.hash} and answered_at is null`);
  }

  /** Clears the person who was signing in, and their choices. */
  async startOver(waiting: StoredRequest): Promise<void> {
    await this.database.one(sql`
      update auth.authorization_requests set request = request - 'halfway', account_id = null
       where day = ${waiting.day} and hash = ${waiting.hash} and answered_at is null`);
  }
}
