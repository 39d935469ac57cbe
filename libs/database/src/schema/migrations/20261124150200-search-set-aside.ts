import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Objects whose documents the search index refuses: Postgres answers the searches that find them. */
export class SearchSetAside20261124150200 implements MigrationInterface {
  name = 'SearchSetAside20261124150200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.search_index add column aside int[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.search_index drop column aside');
  }
}
