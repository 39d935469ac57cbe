import type { Seeded } from '@app/sample-content';
import { vocabularies } from './generated-catalogue.js';
import type { PlainSearch } from './hand-tuned.queries.js';

const FACETS = 'facets=instance,language,tag,topics,type,location';
/** The last page that there is, of 50. */
const DEEP = 'offset=9950&limit=50';

/** A kind of query. */
export interface QueryKind {
  name: string;
  /** Each call returns another one. */
  make: (random: Seeded) => string;
  /** The same for one who writes SQL by hand. */
  plain?: (random: Seeded) => PlainSearch;
  /** Whether it is the one that counts most. */
  isMain?: boolean;
}

/** From the design document, and the deepest pages. */
export function queryKinds(): QueryKind[] {
  const words = vocabularies();
  const word = (random: Seeded, from: number, to: number) => words['en']!.at(random.between(from, to));
  const everything = { types: undefined, mostPrice: undefined, limit: 20 };
  return [
    {
      name: 'target',
      isMain: true,
      make: (random) =>
        `premium=true&keyword=${word(random, 50, 400)}&language[]=en&type=course,video&price[min]=0&price[max]=100&${FACETS}`,
      plain: (random) => ({
        word: word(random, 50, 400),
        types: ['course', 'video'],
        mostPrice: 10_000,
        limit: 20,
      }),
    },
    {
      name: 'mix of keywords',
      make: (random) =>
        `premium=${random.next() < 0.8}&keyword=${words[['en', 'de', 'fr'][random.below(3)]!]!.at(random.between(10, 3000))}`,
    },
    {
      name: 'middle keyword + facets',
      make: (random) => `premium=true&keyword=${word(random, 60, 120)}&${FACETS}`,
    },
    {
      name: 'two keywords + facets',
      make: (random) => `premium=true&keyword=${word(random, 10, 60)}%20${word(random, 10, 60)}&${FACETS}`,
    },
    {
      name: 'frequent keyword + facets',
      make: (random) => `premium=true&keyword=${word(random, 1, 4)}&${FACETS}`,
      plain: (random) => ({ ...everything, word: word(random, 1, 4) }),
    },
    {
      name: 'frequent keyword, deep page',
      make: (random) => `premium=true&keyword=${word(random, 1, 4)}&${DEEP}`,
    },
    {
      name: 'beginning of a word',
      make: (random) => `premium=true&keyword=${word(random, 100, 2000).slice(0, 5)}`,
    },
    { name: 'no keyword, premium, newest', make: () => 'premium=true' },
    { name: 'no keyword, premium, deep page', make: () => `premium=true&${DEEP}` },
    {
      name: 'no keyword, premium, facets',
      make: () => `premium=true&limit=0&${FACETS}`,
      plain: () => ({ ...everything, word: undefined, limit: 0 }),
    },
  ];
}
