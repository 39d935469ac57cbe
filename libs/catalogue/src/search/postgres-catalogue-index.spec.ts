import { compareWithModel } from '@app/testing';
import { PostgresCatalogueIndex } from './postgres-catalogue-index.queries.js';

/** `CATALOGUES=100 npm run jest -- postgres-catalogue-index` is the long form. */
const catalogues = Number(process.env['CATALOGUES'] ?? 10);
const searches = 60;
/** Matches that count as many: in turn all, so that every answer is kept and walked, and those of some searches. */
const broad = (seed: number): number => (seed % 2 === 0 ? 1 : 8);

describe('PostgresCatalogueIndex', () => {
  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'answers random searches as the naive model does, catalogue %i',
    (seed) =>
      compareWithModel(seed, searches, (database) => new PostgresCatalogueIndex(database, broad(seed))),
    120_000,
  );
});
