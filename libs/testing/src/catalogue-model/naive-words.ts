import { isUnspaced, NON_JOINER } from './linguist.js';
import type { KnownObject, Linguist, ModelObject } from './model.js';

export type SearchedField = 'title' | 'titleOrTags' | 'anywhere';

/** A word of a search. */
export interface ModelWord {
  word: string;
  /** The form of a title that is exactly the keyword. */
  titleKey: string;
  /** Stems of the word, or of its corrections, in the language of a document. */
  exactIn(language: string): Set<string>;
  /** Stems of the words that begin with it. */
  begunIn(language: string): Set<string>;
  meaninglessIn: string[];
}

/** The objects that a keyword finds, and how well they match. */
export class NaiveWords {
  /** By portal, every word that it may know, and the languages in which it occurs. */
  readonly #wordsFor = new Map<number, Map<string, Set<string>>>();
  readonly #languages: string[];

  constructor(
    private readonly objects: readonly KnownObject[],
    private readonly linguist: Linguist,
  ) {
    this.#languages = [...new Set(objects.map(({ object }) => object.language))];
  }

  read(portal: number, keyword: string, languages: string[] | undefined): ModelWord[] {
    const vocabulary = this.#wordsFor.get(portal) ?? this.#collect(portal);
    const searched = languages
      ? this.#languages.filter((language) => languages.includes(language))
      : this.#languages;
    const hyphenated = keyword.replaceAll(NON_JOINER, '-');
    const words = this.linguist.plain(hyphenated).split(' ').filter(Boolean);
    const compounds = this.linguist.compounds(hyphenated);
    const titleKey = this.linguist.plain(keyword);
    const toStem = (word: string, language: string) => this.linguist.stem(word, language);
    return words.map((word, place) => {
      const begun =
        place === words.length - 1 && !isUnspaced(word)
          ? [...vocabulary].filter(([other]) => other.startsWith(word))
          : [];
      const isKnown =
        vocabulary.has(word) ||
        [...vocabulary].some(([other, languages]) =>
          searched.some(
            (language) => languages.has(language) && toStem(other, language) === toStem(word, language),
          ),
        );
      const near =
        word.length >= 5 && !isUnspaced(word) && !isKnown && begun.length === 0
          ? [...vocabulary].filter(([other]) => distance(word, other) === 1)
          : [];
      const stemsIn = (stemsByWord: [string, Set<string>][], language: string) =>
        new Set(
          stemsByWord
            .filter(([, languages]) => languages.has(language))
            .map(([other]) => toStem(other, language)),
        );
      const joined = compounds.filter(({ parts }) => parts.includes(word)).map((compound) => compound.word);
      return {
        word,
        titleKey,
        exactIn: (language: string) =>
          new Set([...stemsIn(near, language), ...[word, ...joined].map((exact) => toStem(exact, language))]),
        begunIn: (language: string) => stemsIn(begun, language),
        meaninglessIn: searched.filter((language) => this.linguist.isStopWord(word, language)),
      };
    });
  }

  /** Every word must match, except stop words of the object's language, unless no other word is left. */
  matches(object: ModelObject, keyword: ModelWord[], field: SearchedField, withBegun: boolean): boolean {
    const meaningful = keyword.filter((word) => !word.meaninglessIn.includes(object.language));
    const searchedWords = meaningful.length > 0 ? meaningful : keyword;
    const words = [...this.#listWords(object, field)];
    const lexemes = new Set(words.map((word) => this.linguist.stem(word, object.language)));
    return searchedWords.every((word) =>
      isUnspaced(word.word)
        ? words.some((other) => other.includes(word.word))
        : [...word.exactIn(object.language)].some((lexeme) => lexemes.has(lexeme)) ||
          (withBegun && [...word.begunIn(object.language)].some((lexeme) => lexemes.has(lexeme))),
    );
  }

  tier(object: ModelObject, keyword: ModelWord[]): number {
    if (this.linguist.plain(object.title) === keyword[0]?.titleKey) return 0;
    if (this.matches(object, keyword, 'title', false)) return 1;
    if (this.matches(object, keyword, 'title', true)) return 2;
    if (this.matches(object, keyword, 'titleOrTags', true)) return 3;
    return 4;
  }

  /** Words of the portal's own objects and of those visible to other portals. */
  #collect(portal: number): Map<string, Set<string>> {
    const words = new Map<string, Set<string>>();
    for (const { object, isOffered } of this.objects)
      if (isOffered || object.owner === portal)
        for (const word of this.#listWords(object, 'anywhere'))
          words.set(word, (words.get(word) ?? new Set()).add(object.language));
    this.#wordsFor.set(portal, words);
    return words;
  }

  #listWords(object: ModelObject, field: SearchedField): Set<string> {
    const texts = [object.title];
    if (field !== 'title') texts.push(...object.tags);
    if (field === 'anywhere')
      texts.push(object.providerName, object.summary, object.description.replace(/<[^>]*>/g, ' '));
    return new Set(
      texts
        .map((text) => text.replaceAll(NON_JOINER, '-'))
        .flatMap((text) => [
          ...this.linguist.plain(text).split(' '),
          ...this.linguist.compounds(text).map(({ word }) => word),
        ])
        .filter(Boolean),
    );
  }
}

/** Optimal string alignment: insertions, deletions, substitutions, transpositions. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        best = Math.min(best, table[row - 2]![column - 2]! + 1);
      table[row]![column] = best;
    }
  return table[one.length]![other.length]!;
}
