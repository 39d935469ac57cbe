import { readSearchIndex } from '@app/catalogue';
import { sql } from '@app/database';
import { metrics } from '@app/metrics';
import { compareWithModel, describeWithOpenSearch } from '@app/testing';
import { byOpenSearch, byPostgres, useSearchedCatalogue } from '../test/searched-catalogue.js';
import { repairDrift } from './drift.js';

const MAX_BYTES = 8_000_000;

describeWithOpenSearch('documents that are large', () => {
  const catalogue = useSearchedCatalogue('large');

  /** As a description of a hundred thousand characters or more makes it: 400 kB of different words. */
  const enlarge = (prefix: string) =>
    catalogue.db.db.many(sql`
      update learning.search_doc d set doc = d.doc || array_to_tsvector(
        array(select 'w' || lpad((d.lo_id * 100000 + n)::text, 11, '0') from generate_series(1, 25000) n))
        from learning.learning_objects o where o.id = d.lo_id and o.external_id like ${`${prefix}-%`}`);
  /** The sizes of the requests that write, in bytes. */
  const bulks = () => {
    const sizes: number[] = [];
    catalogue.proxy.before = ({ path, body }) => {
      if (path.includes('_bulk')) sizes.push(Buffer.byteLength(body));
    };
    return sizes;
  };
  /** Answers by 413 whatever has more bytes than a proxy lets through. */
  const refuseBeyond = (bytes: number) => {
    catalogue.proxy.before = ({ path, body }) =>
      path.includes('_bulk') && Buffer.byteLength(body) > bytes ? { status: 413, body: '' } : undefined;
  };
  it('are read and written some megabytes at a time, by builds, updates and verification', async () => {
    await catalogue.load('wide', 45);
    await enlarge('wide');
    const built = bulks();
    await catalogue.catchUp();
    expect(built.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...built)).toBeLessThanOrEqual(MAX_BYTES);
    await catalogue.db.db.many(sql`update learning.search_doc set popularity = popularity + 1`);
    const followed = bulks();
    await catalogue.catchUp();
    expect(followed.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...followed)).toBeLessThanOrEqual(MAX_BYTES);
    expect(await catalogue.countHits('wide')).toEqual(byOpenSearch(45));
    const steps: number[] = [];
    const drift = await repairDrift(
      catalogue.db.database,
      catalogue.client,
      catalogue.alias,
      ({ compared }) => steps.push(compared),
    );
    expect(drift).toEqual({ compared: 45, missing: 0, superfluous: 0, different: 0 });
    expect(steps.length).toBeGreaterThanOrEqual(3);
  });

  it('are sent in halves if the cluster rejects the size, and none is lost', async () => {
    await catalogue.load('half', 12);
    await enlarge('half');
    refuseBeyond(1_000_000);
    metrics.search_documents_refused_total.reset();
    await catalogue.catchUp();
    expect(await catalogue.countHits('half')).toEqual(byOpenSearch(12));
    expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(0);
  });

  it('and too large for one request are skipped: Postgres answers only searches that find them', async () => {
    await catalogue.load('giant', 1);
    await catalogue.load('dwarf', 3);
    await catalogue.catchUp();
    expect(await catalogue.countHits('giant')).toEqual(byOpenSearch(1));
    await enlarge('giant');
    await catalogue.load('dwarf', 5);
    refuseBeyond(200_000);
    metrics.search_documents_refused_total.reset();
    await catalogue.catchUp();
    expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(1);
    expect(await catalogue.countHits('dwarf')).toEqual(byOpenSearch(5));
    expect(await catalogue.countHits('giant')).toEqual(byPostgres(1, 'set aside'));
    // what the index had of it is gone
    await catalogue.db.db.many(sql`
      update learning.search_doc d set doc = ts_delete(doc, array['giant', '^giant', '#giant'])
        from learning.learning_objects o where o.id = d.lo_id and o.external_id = 'giant-0'`);
    await catalogue.db.db.many(sql`
      update learning.catalogue_version set version = version + 1 where shard = 0`);
    await catalogue.catchUp();
    expect(await catalogue.countHits('giant')).toEqual(byOpenSearch(0));
    // and once it fits, it is in the index as any other
    await catalogue.load('giant', 1);
    catalogue.proxy.reset();
    await catalogue.db.db.many(sql`
      select learning.index_documents(array(select id from learning.learning_objects
       where external_id = 'giant-0'))`);
    await catalogue.catchUp();
    expect(await catalogue.countHits('giant')).toEqual(byOpenSearch(1));
    expect((await readSearchIndex(catalogue.db.database))!.aside).toEqual([]);
  });

  it('and too many: Postgres answers all searches', async () => {
    await catalogue.load('crowd', 1_100);
    catalogue.proxy.before = ({ path, body }) =>
      path.includes('_bulk') && body.includes('"index"') ? { status: 413, body: '' } : undefined;
    await catalogue.catchUp();
    expect(await catalogue.countHits('dwarf')).toEqual(byPostgres(5, 'behind'));
    catalogue.proxy.reset();
    await catalogue.db.db.many(sql`update learning.search_doc set popularity = popularity + 1`);
    await catalogue.catchUp();
    expect(await catalogue.countHits('dwarf')).toEqual(byPostgres(5, 'behind'));
    await catalogue.indexer.rebuild();
    await catalogue.catchUp();
    expect(await catalogue.countHits('dwarf')).toEqual(byOpenSearch(5));
  });

  it.each([1, 2])('and skipped: random searches match the naive model, catalogue %i', (number) =>
    compareWithModel(number, 60, async (database) => {
      const alias = `aside-${number}`;
      const isRefused = (body: string) => (/"index":\{"_id":"(\d+)"/.exec(body)?.[1] ?? '1').endsWith('0');
      catalogue.proxy.before = ({ path, body }) => {
        const many = body.trimEnd().split('\n').length > 2;
        return path.includes('_bulk') && body.includes('"index"') && (many || isRefused(body))
          ? { status: 413, body: '' }
          : undefined;
      };
      await catalogue.catchUp(catalogue.newIndexer(alias, database, number));
      expect((await readSearchIndex(database))!.aside.length).toBeGreaterThan(0);
      return catalogue.newIndex(alias, database);
    }),
  );
});
