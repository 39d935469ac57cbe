import { compareWithModel } from '@app/testing';
import { PostgresCatalogueIndex } from './postgres-catalogue-index.queries.js';

/** `CATALOGUES=100 npm run jest -- postgres-catalogue-index` is the long form. */
const catalogues = Number(process.env['CATALOGUES'] ?? 10);
const searches = 60;

describe('PostgresCatalogueIndex', () => {
  it.each(Array.from({ length: catalogues }, (_, index) => index + 1))(
    'answers random searches as the naive model does, catalogue %i',
    (seed) => compareWithModel(seed, searches, (database) => new PostgresCatalogueIndex(database, 1)),
    120_000,
  );
});
