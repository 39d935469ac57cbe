import type { ImportRecord } from '@app/catalogue';
import type { z } from 'zod';
import { SeededRandom } from '@app/sample-content';

export const benchLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
export const BENCH_PROVIDERS = 200;
/** Portals that own the providers. */
export const BENCH_SELLERS = 20;

const WORDS_PER_LANGUAGE = 12_000;
const types = ['course', 'video', 'document', 'text', 'link', 'quiz', 'event', 'interactive'] as const;
const countries = ['DE', 'FR', 'ES', 'US', 'GB', 'IT', 'NL', 'PL', 'AT', 'CH'];

/** Words by frequency: the first ones make up most of a text, as in any language (Zipf). */
export class Vocabulary {
  readonly #words: string[];

  constructor(language: string, random: SeededRandom) {
    const consonants = 'bcdfghjklmnprstvw';
    const vowels = 'aeiou';
    const letter = (pool: string) => pool[random.below(pool.length)]!;
    const seen = new Set<string>();
    while (seen.size < WORDS_PER_LANGUAGE) {
      let word = '';
      for (let part = random.between(2, 4); part > 0; part--) word += letter(consonants) + letter(vowels);
      seen.add(word + language[0]!);
    }
    this.#words = [...seen];
  }

  pick(random: SeededRandom): string {
    return this.#words[
      Math.min(this.#words.length - 1, Math.floor(this.#words.length ** random.next()) - 1)
    ]!;
  }

  /** The word with this rank; 0 is the most frequent. */
  at(rank: number): string {
    return this.#words[rank]!;
  }
}

export const vocabularies = (): Record<string, Vocabulary> => {
  const random = new SeededRandom(8);
  return Object.fromEntries(benchLanguages.map((language) => [language, new Vocabulary(language, random)]));
};

/** `count` objects of many providers, four in five of them premium; the same for the same count. */
export function* generatedCatalogue(count: number): Generator<z.input<typeof ImportRecord>> {
  const random = new SeededRandom(count);
  const words = vocabularies();
  const some = (most: number, what: string, pool: number) =>
    Array.from({ length: random.below(most + 1) }, () => `${what} ${Math.floor(pool ** random.next())}`);
  for (let number = 0; number < count; number++) {
    const language = benchLanguages[Math.floor(benchLanguages.length ** random.next()) - 1] ?? 'en';
    const text = (length: number) => Array.from({ length }, () => words[language]!.pick(random)).join(' ');
    const type = random.pick(types);
    yield {
      provider: `bench-${random.below(BENCH_PROVIDERS)}`,
      external_id: `n${number}`,
      type,
      title: `${text(random.between(3, 7))} ${number}`,
      summary: text(12),
      description: text(40),
      language,
      premium: random.next() < 0.8,
      tags: some(5, 'tag', 400),
      topics: some(2, 'topic', 40),
      pricing: { currency: 'EUR', price: random.pick([0, 9, 19, 49, 99, 149, 299]) },
      delivery: { duration: random.between(5, 600) },
      ...(type === 'link' ? { url: `https://links.example/${number}` } : {}),
      ...(type === 'event'
        ? {
            events: [
              {
                start: '2027-01-01T09:00:00Z',
                end: '2027-01-01T17:00:00Z',
                location: { country: random.pick(countries), locality: `Town ${random.below(50)}` },
              },
            ],
          }
        : {}),
    };
  }
}
