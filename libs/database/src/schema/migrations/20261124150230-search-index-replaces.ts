import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes in whose place another one is built: these are removed once it answers, and no others. */
export class SearchIndexReplaces20261124150230 implements MigrationInterface {
  name = 'SearchIndexReplaces20261124150230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.search_index add column replaces text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.search_index drop column replaces');
  }
}
