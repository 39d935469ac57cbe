import { facetNames, type CatalogueSearch } from '@app/catalogue';
import type { SeededRandom } from '@app/sample-content';
import { vocabularies } from './generated-catalogue.js';

const DEFAULT: Omit<CatalogueSearch, 'filter'> = { sort: [], offset: 0, limit: 20, facets: [] };
const FACETS = { ...DEFAULT, facets: [...facetNames] };
/** The last page that there is, of 50. */
const DEEP = { ...DEFAULT, offset: 9_950, limit: 50 };

/** A kind of query. */
export interface QueryKind {
  name: string;
  /** Each call returns another one. */
  make: (random: SeededRandom) => CatalogueSearch;
  /** Which bar it has: that of the query that counts most, or that of a frequent keyword with facets. */
  bar?: 'main' | 'frequent';
}

/** From the design document, and the deepest pages. */
export function queryKinds(): QueryKind[] {
  const words = vocabularies();
  const word = (random: SeededRandom, from: number, to: number) => words['en']!.at(random.between(from, to));
  const premium = true;
  return [
    {
      name: 'target',
      bar: 'main',
      make: (random) => ({
        ...FACETS,
        filter: {
          premium,
          keyword: word(random, 50, 400),
          languages: ['en'],
          types: ['course', 'video'],
          price: { min: 0, max: 100 },
        },
      }),
    },
    {
      name: 'mix of keywords',
      make: (random) => ({
        ...DEFAULT,
        filter: {
          premium: random.next() < 0.8,
          keyword: words[['en', 'de', 'fr'][random.below(3)]!]!.at(random.between(10, 3000)),
        },
      }),
    },
    {
      name: 'middle keyword + facets',
      make: (random) => ({ ...FACETS, filter: { premium, keyword: word(random, 60, 120) } }),
    },
    {
      name: 'two keywords + facets',
      make: (random) => ({
        ...FACETS,
        filter: { premium, keyword: `${word(random, 10, 60)} ${word(random, 10, 60)}` },
      }),
    },
    {
      name: 'frequent keyword + facets',
      bar: 'frequent',
      make: (random) => ({ ...FACETS, filter: { premium, keyword: word(random, 1, 4) } }),
    },
    {
      name: 'frequent keyword, deep page',
      make: (random) => ({ ...DEEP, filter: { premium, keyword: word(random, 1, 4) } }),
    },
    {
      name: 'beginning of a word',
      make: (random) => ({ ...DEFAULT, filter: { premium, keyword: word(random, 100, 2000).slice(0, 5) } }),
    },
    { name: 'no keyword, premium, newest', make: () => ({ ...DEFAULT, filter: { premium } }) },
    { name: 'no keyword, premium, deep page', make: () => ({ ...DEEP, filter: { premium } }) },
    {
      name: 'no keyword, premium, facets',
      make: () => ({ ...FACETS, limit: 0, filter: { premium } }),
    },
  ];
}

/** The search as the query of a request. */
export function formatQuery({ filter, offset, limit, facets }: CatalogueSearch): string {
  const { premium, keyword, languages, types, price } = filter;
  return new URLSearchParams({
    premium: String(premium),
    ...(keyword !== undefined && { keyword }),
    ...(languages && { 'language[]': languages.join() }),
    ...(types && { type: types.join() }),
    ...(price && { 'price[min]': String(price.min), 'price[max]': String(price.max) }),
    ...(offset > 0 && { offset: String(offset) }),
    ...(limit !== DEFAULT.limit && { limit: String(limit) }),
    ...(facets.length > 0 && { facets: facets.join() }),
  }).toString();
}
