import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A second factor that waits to be confirmed belongs to the session that it was shown to. */
export class FactorProposals20261122530000 implements MigrationInterface {
  name = 'FactorProposals20261122530000';

  async up(runner: QueryRunner): Promise<void> {
    // what waits now was shown to nobody knows whom, and is proposed anew
    await runner.query(/* sql */ `
      alter table auth.second_factors add proposed_to text;
      delete from auth.second_factors where confirmed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `alter table auth.second_factors drop proposed_to;`);
  }
}
