import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutLockTimeout } from './outside-transaction.js';

/** Objects whose documents are written in one transaction; it takes a fraction of a second. */
const BATCH = 200;

/** Rewrites the stored documents with the functions of the migration before. The queue updates OpenSearch. */
export class RewrittenDocuments20261129000300 implements MigrationInterface {
  name = 'RewrittenDocuments20261129000300';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withoutLockTimeout(runner, async () => {
      await runner.query('reindex index concurrently identity.accounts_plain_first_name');
      await runner.query('reindex index concurrently identity.accounts_plain_last_name');
      // one portal at a time, so that a transaction that waits for a portal's lock holds no other
      const portals = (await runner.query(
        'select array_agg(lo_id order by lo_id) as ids from learning.search_doc group by owner_portal',
      )) as { ids: number[] }[];
      for (const { ids } of portals)
        for (let start = 0; start < ids.length; start += BATCH)
          await runner.query('select learning.index_documents($1::int[])', [ids.slice(start, start + BATCH)]);
    });
  }

  /** The documents stay: the previous version can read them. */
  async down(): Promise<void> {}
}
