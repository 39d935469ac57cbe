import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { openDatabase } from '../../database.module.js';
import { sql } from '../../sql/sql.js';
import { FoldedNames20261128000100 } from './20261128000100-folded-names.js';
import { RewrittenDocuments20261129000300 } from './20261129000300-rewritten-documents.js';

describe('the migration that rewrites search documents', () => {
  const harness = useDatabase();

  it('adds pieces and joined words to the documents of every portal', async () => {
    const database = await openDatabase({ url: harness.urls.owner, applicationName: 'test', poolSize: 2 });
    const seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B')`);
    await seed.provider('a', 1);
    await seed.provider('b', 2);
    await seed.load([
      ...Array.from({ length: 201 }, (_, number) => ({
        provider: 'a',
        external_id: `a${number}`,
        type: 'text' as const,
        title: '企业信息安全培训课程',
      })),
      { provider: 'b', external_id: 'b', type: 'text', title: 'E-Learning' },
    ]);
    await harness.db.many(sql`
      update learning.search_doc set doc = array_to_tsvector(string_to_array(title_key, ' '))`);

    const runner = database.dataSource.createQueryRunner();
    // a later migration replaces these indexes
    await new FoldedNames20261128000100().up(runner);
    await new RewrittenDocuments20261129000300().up(runner);
    await runner.release();

    const counts = await harness.db.many(sql`
      select count(*) filter (where doc @@ '''安全培'''::tsquery)::int as pieces,
             count(*) filter (where doc @@ '''elearn'''::tsquery)::int as joined from learning.search_doc`);
    expect(counts).toEqual([{ pieces: 201, joined: 1 }]);
    await Promise.all([database.dataSource.destroy(), seed.close()]);
  });
});
