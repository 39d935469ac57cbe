import { openDatabase, sql, type AnyReader, type Database } from '@app/database';
import { compareWithModel, createTestDatabase, isThorough, viewerIn } from '@app/testing';
import { portalVisibility } from '../visibility.queries.js';
import { updateBitmaps } from './bitmaps/update-bitmaps.js';
import type { CatalogueSearch } from './catalogue-index.js';
import { PostgresCatalogueIndex } from './postgres-catalogue-index.queries.js';

/** `CATALOGUES=100 npm run jest -- postgres-catalogue-index` is the long version. */
const catalogues = Number(process.env['CATALOGUES'] ?? (isThorough ? 10 : 4));
const searches = 60;
/** When a search counts as broad: alternately always, so that every answer is cached and walked, and sometimes. */
const broad = (seed: number): number => (seed % 2 === 0 ? 1 : 8);

describe('PostgresCatalogueIndex', () => {
  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'answers random searches like the naive model, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches, (database) => new PostgresCatalogueIndex(database, broad(seed))),
  );

  it.each([1, 2])(
    'does so where words are matched by prefix, by bitmaps and without, catalogue %i',
    (seed) => {
      const worth = { documents: 0, frequent: { text: 0, title: 0 } };
      const makeIndex = (database: Database) =>
        new PostgresCatalogueIndex(database, broad(seed), seed % 2 === 0 ? { broad: 0 } : {}, 0);
      return compareWithModel(seed, searches * 2, makeIndex, [
        async (database) => void (await updateBitmaps(database, worth)),
        async () => {},
      ]);
    },
  );

  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'does so while the catalogue changes, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches * 2, (database) => new PostgresCatalogueIndex(database, broad(seed)), [
        async () => {},
        async () => {},
      ]),
  );

  it.each(Array.from({ length: catalogues * 2 }, (_, index) => index + 1))(
    'does so by bitmaps, with documents that have changed since, catalogue %i',
    async (seed) => {
      // so that some lexemes are too rare, and all of them in some catalogues
      const least = [0, 60_000, 150_000, 300_000][seed % 4]!;
      const worth = { documents: 0, frequent: { text: least, title: least } };
      const update = async (database: Database) => void (await updateBitmaps(database, worth));
      let byBitmaps = 0;
      const makeIndex = (database: Database) => {
        const counting: AnyReader = {
          one: (statement) => {
            if (statement.text.includes('learning.search_bitmaps')) byBitmaps++;
            return database.one(statement);
          },
          lookup: (statement) => database.lookup(statement),
          many: (statement) => database.many(statement),
        };
        // the first tier always seems to be enough, and often turns out not to be
        return new PostgresCatalogueIndex(counting, broad(seed), {
          broad: 0,
          spare: 0,
        });
      };
      await compareWithModel(seed, searches * 3, makeIndex, [
        update,
        async () => {},
        async (database) => {
          await update(database);
          await update(database);
        },
        async () => {},
      ]);
      expect(byBitmaps).toBeGreaterThan(5);
    },
  );

  it.each([1, 2])('does so by documents where bitmaps cannot tell, catalogue %i', async (seed) => {
    const worth = { documents: 0, frequent: { text: 60_000, title: 60_000 } };
    const rewrite = (change: string) => async (database: Database) => {
      await updateBitmaps(database, worth);
      await database.many(sql`${sql.raw(change)}`);
    };
    const makeIndex = (database: Database) =>
      new PostgresCatalogueIndex(database, broad(seed), {
        broad: 0,
        ...(seed % 2 === 0 && { mostDirect: 2 }),
      });
    await compareWithModel(seed, searches * 2, makeIndex, [
      rewrite('select 1'),
      rewrite(String.raw`update learning.search_columns set data = '\x01', version = gen_random_uuid()`),
      rewrite('delete from learning.search_columns'),
      rewrite('select 1'),
    ]);
  });

  it('counts once for all parallel callers with the same search, and again after a failure', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase({ url: test.urls.api, applicationName: 'test', poolSize: 8 });
    let counts = 0;
    let isAway = true;
    const reader: AnyReader = {
      one: async (statement) => {
        if (statement.text.includes('learning.search_doc')) counts++;
        if (isAway) throw new Error('away');
        return database.one(statement);
      },
      lookup: (statement) => database.lookup(statement),
      many: (statement) => database.many(statement),
    };
    try {
      const index = new PostgresCatalogueIndex(reader);
      const visibility = await portalVisibility(database, viewerIn(1));
      const search = (limit: number): CatalogueSearch => ({
        filter: { premium: true },
        sort: [],
        offset: 0,
        limit,
        facets: ['type'],
      });
      const all = () =>
        Promise.allSettled([1, 2, 3, 4].map((limit) => index.search(visibility, search(limit))));
      expect((await all()).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      isAway = false;
      counts = 0;
      const found = { status: 'fulfilled', value: { total: 0, ids: [], facets: { type: { buckets: [] } } } };
      expect(await all()).toEqual(Array(4).fill(found));
      expect(counts).toBe(1);
    } finally {
      await database.dataSource.destroy();
      await test.drop();
    }
  });
});
