import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import type { Role } from '@app/contracts';
import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';

/** The owner of a key, and the request with it. */
export interface RequestKey {
  scope: string;
  key: string;
  /** A hash by each key of the environment; the first is stored. */
  requestHashes: readonly Buffer[];
  actor: Actor;
}

export interface StoredResponse {
  requestHash: Buffer;
  answerSealed: Buffer;
  expiresAt: Date;
  /** The scopes of the first request's token; null: a server of an earlier version has stored the answer. */
  scopes: string[] | null;
  roles: Role[] | null;
}

@Injectable()
export class IdempotencyQueries {
  constructor(private readonly database: Database) {}

  /** Serialises requests with the same key: locks the key until the transaction ends. */
  async lock(tx: Transaction, { scope, key }: RequestKey): Promise<void> {
    await tx.one(
      sql`select pg_advisory_xact_lock(hashtextextended(${scope} || ' ' || ${key}, ${lockNumber.idempotencyKey}))`,
    );
  }

  find(
    { scope, key }: RequestKey,
    now: Date,
    reader: Reader = this.database,
  ): Promise<StoredResponse | undefined> {
    return reader.one<StoredResponse>(sql.camelCase`
      select request_hash, answer_sealed, expires_at, scopes, roles
        from maintenance.idempotency_keys
       where scope = ${scope} and key = ${key} and expires_at > ${now}`);
  }

  /** Stores the answer, replacing an expired one. */
  async keep(reader: Reader, { scope, key }: RequestKey, stored: StoredResponse): Promise<void> {
    await reader.one(sql`
      insert into maintenance.idempotency_keys (scope, key, request_hash, answer_sealed, expires_at, scopes, roles)
      values (${scope}, ${key}, ${stored.requestHash}, ${stored.answerSealed}, ${stored.expiresAt}, ${stored.scopes}, ${stored.roles})
      on conflict (scope, key) do update
        set request_hash = excluded.request_hash, answer_sealed = excluded.answer_sealed,
            expires_at = excluded.expires_at, scopes = excluded.scopes, roles = excluded.roles`);
  }
}
