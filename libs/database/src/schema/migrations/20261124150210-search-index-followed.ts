import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches read whether an index follows the catalogue: only then do they ask whose past it must be of. */
export class SearchIndexFollowed20261124150210 implements MigrationInterface {
  name = 'SearchIndexFollowed20261124150210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant select (id) on learning.search_index to lp_api');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke select (id) on learning.search_index from lp_api');
  }
}
