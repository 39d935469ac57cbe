import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A request that comes late finds the payment of its twin, captured or not, for as long as its key is kept. */
export class PaymentsOnce20261122000000 implements MigrationInterface {
  name = 'PaymentsOnce20261122000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table identity.payments alter column request_hash drop not null;   -- null: the key was used anew
      drop index identity.payments_asked;
      create unique index payments_once on identity.payments (request_hash)
       where state in ('asked', 'capture', 'captured');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop index identity.payments_once;
      delete from identity.payments where request_hash is null;
      alter table identity.payments alter column request_hash set not null;
      create unique index payments_asked on identity.payments (request_hash) where state = 'asked';
    `);
  }
}
