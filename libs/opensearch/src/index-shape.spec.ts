import { Client } from '@opensearch-project/opensearch';
import { portalVisibility, readSearchIndex } from '@app/catalogue';
import { useDatabase, viewerIn } from '@app/testing';
import { pino } from 'pino';
import { CatalogueIndexer } from './catalogue-indexer.js';

describe('the shape of an index', () => {
  const harness = useDatabase('worker');
  const client = new Client({ nodes: ['http://127.0.0.1:1'] }); // nothing is asked before the first step
  afterAll(() => client.close());
  const indexer = () =>
    new CatalogueIndexer(harness.database, client, { OPENSEARCH_INDEX: 'shaped' }, pino({ level: 'silent' }));
  const shape = async () => {
    const { shards, replicas } = (await readSearchIndex(harness.database))!;
    return { shards, replicas };
  };

  it('has one shard and one copy, unless a rebuild sets other numbers', async () => {
    await indexer().rebuild();
    expect(await shape()).toEqual({ shards: 1, replicas: 1 });
    await indexer().rebuild({ shards: 4, replicas: 2 });
    expect(await shape()).toEqual({ shards: 4, replicas: 2 });
  });

  it('is kept by later rebuilds, except for the values that they change', async () => {
    await indexer().rebuild();
    expect(await shape()).toEqual({ shards: 4, replicas: 2 });
    await indexer().rebuild({ replicas: 0 });
    expect(await shape()).toEqual({ shards: 4, replicas: 0 });
  });

  it('is used by searches', async () => {
    expect((await portalVisibility(harness.database, viewerIn(1))).catalogue.shards).toBe(4);
  });
});
