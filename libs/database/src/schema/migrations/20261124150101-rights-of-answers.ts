import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever gets an answer again must have every right of whoever got it first. */
export class RightsOfAnswers20261124150101 implements MigrationInterface {
  name = 'RightsOfAnswers20261124150101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- scopes and roles of the token that the answer was for; null: kept by a server that did not note them
      alter table maintenance.idempotency_keys add column scopes text[], add column roles text[];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table maintenance.idempotency_keys drop column scopes, drop column roles');
  }
}
