import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A login link knows when it was made by Postgres' clock: whether it is older than a password, no two machines' clocks
 * can say.
 */
export class TimesOfLinks20261124150107 implements MigrationInterface {
  name = 'TimesOfLinks20261124150107';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- null: made before links had it
      alter table auth.one_time_tokens add column created_time timestamptz;
      alter table auth.one_time_tokens alter column created_time set default now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.one_time_tokens drop column created_time');
  }
}
