import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Servers read revocations in pages, in the order of transactions and, within one, of ids. */
export class RevocationsInPages20261127004000 implements MigrationInterface {
  name = 'RevocationsInPages20261127004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index revocations_pages on auth.revocations (xid, id)`);
    await runner.query(`drop index auth.revocations_xid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index revocations_xid on auth.revocations (xid)`);
    await runner.query(`drop index auth.revocations_pages`);
  }
}
