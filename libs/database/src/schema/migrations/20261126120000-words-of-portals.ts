import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words of search belong to a portal, so that they tell nothing to others. */
export class WordsOfPortals20261126120000 implements MigrationInterface {
  name = 'WordsOfPortals20261126120000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- 0: of documents that other portals may see; -1: of before, until the documents are read again
      alter table learning.search_word add column portal_id int not null default '-1'`);
  }

  /** Servers of the version before read over it. */
  async down(): Promise<void> {}
}
