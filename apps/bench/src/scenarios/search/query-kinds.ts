import { facetNames } from '@app/catalogue';
import type { SeededRandom } from '@app/sample-content';
import { vocabularies } from './generated-catalogue.js';

const PREMIUM = { premium: 'true' };
const FACETS = { ...PREMIUM, facets: facetNames.join() };
/** The last possible page of 50. */
const DEEP = { ...PREMIUM, offset: '9950', limit: '50' };

export interface QueryKind {
  name: string;
  /** Each call returns the parameters of another query. */
  make: (random: SeededRandom) => Record<string, string>;
  /** The target of this kind: that of the main query, or that of a frequent keyword with facets. */
  bar?: 'main' | 'frequent';
}

/** Queries from the design document, and the deepest pages. */
export function queryKinds(): QueryKind[] {
  const words = vocabularies();
  const word = (random: SeededRandom, from: number, to: number) => words['en']!.at(random.between(from, to));
  return [
    {
      name: 'target',
      bar: 'main',
      make: (random) => ({
        ...FACETS,
        keyword: word(random, 50, 400),
        'language[]': 'en',
        type: 'course,video',
        'price[min]': '0',
        'price[max]': '100',
      }),
    },
    {
      name: 'mix of keywords',
      make: (random) => ({
        premium: String(random.next() < 0.8),
        keyword: words[['en', 'de', 'fr'][random.below(3)]!]!.at(random.between(10, 3000)),
      }),
    },
    {
      name: 'middle keyword + facets',
      make: (random) => ({ ...FACETS, keyword: word(random, 60, 120) }),
    },
    {
      name: 'two keywords + facets',
      make: (random) => ({ ...FACETS, keyword: `${word(random, 10, 60)} ${word(random, 10, 60)}` }),
    },
    {
      name: 'frequent keyword + facets',
      bar: 'frequent',
      make: (random) => ({ ...FACETS, keyword: word(random, 1, 4) }),
    },
    {
      name: 'frequent keyword, deep page',
      make: (random) => ({ ...DEEP, keyword: word(random, 1, 4) }),
    },
    {
      name: 'beginning of a word',
      make: (random) => ({ ...PREMIUM, keyword: word(random, 100, 2000).slice(0, 5) }),
    },
    { name: 'no keyword, premium, newest', make: () => PREMIUM },
    { name: 'no keyword, premium, deep page', make: () => DEEP },
    { name: 'no keyword, premium, facets', make: () => ({ ...FACETS, limit: '0' }) },
  ];
}
