import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Names of the last steps in which an index outside Postgres was written, and of the last that searches may see: an index
 * that names another has been written by a future that was undone since, as by a snapshot of the disk.
 */
export class SearchIndexSteps20261125140000 implements MigrationInterface {
  name = 'SearchIndexSteps20261125140000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table learning.search_index
        add column steps text[] not null default '{}', add column shown_steps text[] not null default '{}'`);
    await runner.query('grant select (shown_steps) on learning.search_index to lp_api');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.search_index drop column steps, drop column shown_steps');
  }
}
