import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The past of Postgres in which an index was begun: what a dump or a restore has brought here is of another. */
export class SearchIndexPast20261124150220 implements MigrationInterface {
  name = 'SearchIndexPast20261124150220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.search_index add column past text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.search_index drop column past');
  }
}
