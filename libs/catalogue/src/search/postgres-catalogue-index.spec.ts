import { Reader, type Statement } from '@app/database';
import { compareWithModel, isThorough, useDatabase, viewerIn } from '@app/testing';
import { portalVisibility } from '../visibility.queries.js';
import type { CatalogueSearch } from './catalogue-index.js';
import { PostgresCatalogueIndex } from './postgres-catalogue-index.js';

/** `CATALOGUES=100 npm run jest -- postgres-catalogue-index` is the long version. */
const catalogues = Number(process.env['CATALOGUES'] ?? (isThorough ? 10 : 2));
const searches = 60;
/** When a search counts as broad: alternately always, so that every answer is cached and walked, and sometimes. */
const broad = (seed: number): number => (seed % 2 === 0 ? 1 : 8);

describe('PostgresCatalogueIndex', () => {
  const harness = useDatabase();

  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'answers random searches like the naive model, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches, (database) => new PostgresCatalogueIndex(database, broad(seed))),
  );

  it.each([1, 2])('matches the naive model with words matched by prefix, catalogue %i', (seed) =>
    compareWithModel(seed, searches, (database) => new PostgresCatalogueIndex(database, broad(seed), 0)),
  );

  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'does so while the catalogue changes, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches * 2, (database) => new PostgresCatalogueIndex(database, broad(seed)), [
        async () => {},
        async () => {},
      ]),
  );

  it('counts once for all concurrent callers with the same search, and again after a failure', async () => {
    const database = await harness.open('api', 8);
    let counts = 0;
    let isUnavailable = true;
    class CountedReader extends Reader {
      override async one<T>(statement: Statement): Promise<T | undefined> {
        if (statement.text.includes('learning.search_doc')) counts++;
        if (isUnavailable) throw new Error('unavailable');
        return database.one<T>(statement);
      }

      many<T>(statement: Statement): Promise<T[]> {
        return database.many<T>(statement);
      }
    }
    const index = new PostgresCatalogueIndex(new CountedReader());
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
    isUnavailable = false;
    counts = 0;
    const emptyResult = {
      status: 'fulfilled',
      value: { total: 0, ids: [], facets: { type: { buckets: [] } } },
    };
    expect(await all()).toEqual(Array(4).fill(emptyResult));
    expect(counts).toBe(1);
  });
});
