import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 200;

/** All documents are written again, a batch in a transaction, for the portals of their words. */
export class ReadWordsAgain20261126120030 implements MigrationInterface {
  name = 'ReadWordsAgain20261126120030';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: number | null = 0;
    while (last !== null) {
      const [batch] = (await runner.query(
        /* sql */ `
        select max(lo_id) as last, learning.index_documents(array_agg(lo_id))
          from (select lo_id from learning.search_doc where lo_id > $1 order by lo_id limit ${BATCH}) next`,
        [last],
      )) as [{ last: number | null }];
      last = batch.last;
    }
  }

  /** Servers of the version before read over it. */
  async down(): Promise<void> {}
}
