import type { MigrationInterface, QueryRunner } from 'typeorm';

/** First answers of requests that carried an Idempotency-Key. */
export class IdempotencyKeys20261121500000 implements MigrationInterface {
  name = 'IdempotencyKeys20261121500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table maintenance.idempotency_keys (
        scope text not null,                                     -- client, portal and subject of the token
        key text not null,
        request_hash bytea not null,                             -- keyed: bodies hold passwords
        answer_sealed bytea not null,                            -- answers hold secrets and personal data
        expires_at timestamptz not null,
        primary key (scope, key)
      );
      create index idempotency_keys_expiry on maintenance.idempotency_keys (expires_at);
      grant select, insert, update, delete on maintenance.idempotency_keys to lp_auth, lp_api;
      grant select, update, delete on maintenance.idempotency_keys to lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table maintenance.idempotency_keys');
  }
}
