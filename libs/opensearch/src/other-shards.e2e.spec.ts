import { portalVisibility, type CatalogueIndex } from '@app/catalogue';
import { sql } from '@app/database';
import { metrics } from '@app/metrics';
import { describeWithOpenSearch, viewerIn } from '@app/testing';
import { useSearchedCatalogue } from '../test/searched-catalogue.js';

const OBJECTS = 60;
const TAGS = 50;

describeWithOpenSearch('an index with more shards than its successor', () => {
  const catalogue = useSearchedCatalogue('shards', 3);

  it('answers no facets from which a shard may have omitted values', async () => {
    await catalogue.seed.load(
      Array.from({ length: OBJECTS }, (_, object) => ({
        provider: 'own',
        external_id: `tagged-${object}`,
        type: 'video' as const,
        title: `tagged ${object}`,
        tags: Array.from({ length: TAGS }, (_, tag) => `tag ${object * TAGS + tag}`),
      })),
    );
    await catalogue.catchUp();
    const visibility = await portalVisibility(catalogue.db.database, viewerIn(1));
    const searchBoth = async (index: CatalogueIndex) => {
      metrics.catalogue_searches_total.reset();
      const search = { filter: { premium: false }, sort: [], offset: 0, limit: 0, facets: ['tag' as const] };
      const { buckets, sum_other_doc_count: rest } = (await index.search(visibility, search)).facets.tag!;
      const { values } = await metrics.catalogue_searches_total.get();
      return [buckets.length, rest, values.map(({ labels }) => labels['reason']).join()];
    };
    const rest = OBJECTS * TAGS - 200;
    expect(await searchBoth(catalogue.newIndex())).toEqual([200, rest, 'none']);
    await catalogue.db.db.many(sql`update learning.search_index set shards = 1`);
    Object.assign(visibility, await portalVisibility(catalogue.db.database, viewerIn(1)));
    expect(await searchBoth(catalogue.newIndex())).toEqual([200, rest, 'too many values']);
  });
});
