import {
  facetNames,
  sortKeys,
  type CatalogueFilter,
  type CatalogueSearch,
  type Sorting,
} from '@app/catalogue';
import { SeededRandom } from '@app/sample-content';
import { vocabularyLanguages, places, tagPool, topicPool, vocabulary } from './random-catalogue.js';

const types = [
  'course',
  'module',
  'award',
  'video',
  'document',
  'link',
  'event',
  'learning_resource',
  'rocket',
];
const DAY_SECONDS = 86_400;
const start = Date.parse('2026-01-01T00:00:00Z') / 1000;

/** A search with some filters; `known` lists the values to choose from. */
export function randomSearch(
  random: SeededRandom,
  knownIds: { ids: number[]; providers: number[]; audiences: number[] },
): CatalogueSearch {
  return {
    filter: random.next() < 0.2 ? marketFilter(random) : randomFilter(random, knownIds),
    sort: random.next() < 0.4 ? [] : randomSort(random),
    offset: random.pick([0, 0, 0, 3, 10]),
    limit: random.pick([0, 1, 5, 20, 50]),
    facets: facetNames.filter(() => random.next() < 0.4),
  };
}

/** A search with the most frequent filters: words, and a range of prices or durations. */
const marketFilter = (random: SeededRandom): CatalogueFilter => ({
  premium: true,
  keyword: random.pick(vocabulary[random.pick(vocabularyLanguages)]!).slice(0, random.pick([2, 99])),
  ...(random.next() < 0.7 && { price: random.pick([{ min: 9 }, { max: 100 }, { min: 1, max: 60 }]) }),
  ...(random.next() < 0.4 && { durations: [{ max: 60 }, { min: 90 }] }),
});

function randomSort(random: SeededRandom): Sorting[] {
  const count = random.pick([0, 0, 1, 2]);
  return Array.from({ length: count }, () => ({
    key: random.pick(sortKeys),
    direction: random.pick(['asc', 'desc'] as const),
  }));
}

function randomFilter(
  random: SeededRandom,
  knownIds: { ids: number[]; providers: number[]; audiences: number[] },
): CatalogueFilter {
  const filter: CatalogueFilter = { premium: random.next() < 0.6 };
  const some = <T>(pool: readonly T[]) =>
    Array.from({ length: random.between(1, 3) }, () => random.pick(pool));
  const range = (most: number) => ({
    ...(random.next() < 0.7 ? { min: random.below(most) } : {}),
    ...(random.next() < 0.7 ? { max: random.below(most) } : {}),
  });
  const maybe: [number, () => Partial<CatalogueFilter>][] = [
    [0.5, () => ({ keyword: randomKeyword(random) })],
    [0.2, () => ({ types: some(types) })],
    [0.2, () => ({ languages: some([...vocabularyLanguages, 'xx']) })],
    [0.1, () => ({ tags: some([...tagPool, 'nowhere']) })],
    [0.1, () => ({ topics: some([...topicPool, 'nowhere']) })],
    [0.15, () => ({ providers: some([...knownIds.providers, 99_999]) })],
    [0.15, () => ({ price: random.pick([range(160), { min: 9.99, max: 9.99 }, { min: 9.991 }]) })],
    [0.1, () => ({ durations: [range(120), range(120)] })],
    [0.1, () => ({ subscribed: random.next() < 0.5 })],
    [0.1, () => ({ hasEvents: random.next() < 0.6 })],
    [0.08, () => ({ eventsFrom: start + random.below(300) * DAY_SECONDS })],
    [0.08, () => ({ eventsUntil: start + random.below(300) * DAY_SECONDS })],
    [0.1, () => ({ countries: some(places).map((place) => place.country) })],
    [0.05, () => ({ localities: some(places).map((place) => place.locality) })],
    [0.04, () => ({ thoroughfares: ['Weg 1', 'Rue 1'] })],
    [0.1, () => ({ ids: some([...knownIds.ids, 999_999]) })],
    [0.08, () => ({ updatedAfter: start + random.below(40) * 60 })],
    [0.08, () => ({ collection: random.pick(['default' as const, ...knownIds.audiences]) })],
    [0.08, () => ({ contentGroups: some(knownIds.audiences) })],
  ];
  for (const [chance, make] of maybe) if (random.next() < chance) Object.assign(filter, make());
  return filter;
}

function randomKeyword(random: SeededRandom): string {
  const words = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
    random.pick(vocabulary[random.pick(vocabularyLanguages)]!),
  );
  const last = words.length - 1;
  const change = random.next();
  if (change < 0.3) words[last] = words[last]!.slice(0, random.between(1, 5));
  else if (change < 0.5) words[0] = withTypo(random, words[0]!);
  else if (change < 0.6) words[0] = words[0]!.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  else if (change < 0.66) words[0] = fullWidth(words[0]!);
  return words.join(random.pick([' ', '  ', ', ', '-']));
}

/** Full-width characters, which Chinese and Japanese keyboards type for Latin letters and digits. */
const fullWidth = (word: string): string =>
  word.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

function withTypo(random: SeededRandom, word: string): string {
  const index = random.below(word.length);
  return random.pick([
    word.slice(0, index) + word.slice(index + 1),
    `${word.slice(0, index)}x${word.slice(index)}`,
    `${word.slice(0, index)}x${word.slice(index + 1)}`,
    word.slice(0, index) + (word[index + 1] ?? '') + word[index]! + word.slice(index + 2),
  ]);
}
