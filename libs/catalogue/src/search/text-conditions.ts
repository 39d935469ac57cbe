import type { Reader } from '@app/database';
import { LRUCache } from 'lru-cache';
import type { PortalVisibility } from '../visibility.queries.js';
import type { CatalogueFilter, Sorting } from './catalogue-index.js';
import { FacetDictionary } from './facet-dictionary.queries.js';
import { codedFilters, lexemeQuery } from './filter-conditions.queries.js';
import { keywordQuery, wordsQuery, type Keyword, type WordInLanguage } from './keyword.js';
import { readKeyword } from './keyword.queries.js';
import { VersionedCache } from './versioned-cache.js';
import { createTiers, type Tiers } from './relevance.queries.js';

/** The condition of a search on the lexemes of a document. */
export interface TextCondition {
  /**
   * As a tsquery; empty if it asks for none.
   * @param text replaces the condition on the keyword
   */
  tsquery: (text?: string) => string;
  /** A wider tsquery by which an index finds the documents sooner; see {@link wordsQuery}. */
  words: string | undefined;
  /** Absent without a keyword. */
  tiers: Tiers | undefined;
}

/** Size limit of the cached keywords: a word in a language, and a lexeme that it matches there, count as one each. */
const MAX_MEANINGS = 500_000;

const countMeanings = (languages: ReadonlyMap<string, WordInLanguage>): number =>
  [...languages.values()].reduce(
    (sum, { joined, continuations, corrections }) =>
      sum + 1 + joined.length + continuations.length + corrections.length,
    0,
  );

/** Keywords and filters as conditions on lexemes, from the catalogue's own words: the same for every engine. */
export class TextConditions {
  readonly dictionary: FacetDictionary;
  /** Keywords and languages, each read by one portal for one version of the words. */
  readonly #keywords = new LRUCache<string, Keyword>({
    maxSize: MAX_MEANINGS,
    sizeCalculation: ({ words }) =>
      1 + words.reduce((sum, { languages }) => sum + countMeanings(languages), 0),
    ttl: 60_000,
  });
  readonly #languages = new VersionedCache(() => this.dictionary.languages());

  /** @param maxContinuations of a word that are searched by name; tests lower it */
  constructor(
    private readonly reader: Reader,
    private readonly maxContinuations?: number,
  ) {
    this.dictionary = new FacetDictionary(reader);
  }

  /** @returns undefined when nothing can match */
  async of(
    visibility: PortalVisibility,
    filter: CatalogueFilter,
    sort: readonly Sorting[],
  ): Promise<TextCondition | undefined> {
    const coded = await codedFilters(this.dictionary, visibility, filter);
    if (!coded) return undefined;
    const lexemes = lexemeQuery(coded, filter);
    const keyword =
      filter.keyword === undefined
        ? undefined
        : await this.#keyword(visibility, filter.keyword, filter.languages);
    if (keyword?.words.length === 0) return undefined;
    const anywhere = keyword && keywordQuery(keyword, 'anywhere');
    const ranks = keyword && (sort.length === 0 || sort.some(({ key }) => key === 'relevance'));
    return {
      tsquery: (text = anywhere) => [...(text === undefined ? [] : [text]), ...lexemes].join(' & '),
      words: keyword && wordsQuery(keyword),
      tiers: ranks ? createTiers(keyword) : undefined,
    };
  }

  async #keyword(
    { portalId, catalogue: { words: version } }: PortalVisibility,
    keyword: string,
    languages: readonly string[] | undefined,
  ): Promise<Keyword> {
    const key = JSON.stringify([portalId, version, keyword, languages]);
    const cached = this.#keywords.get(key);
    if (cached) return cached;
    const all = await this.#languages.get(version);
    const searched = languages ? all.filter((language) => languages.includes(language.key)) : all;
    const read =
      searched.length === 0
        ? { words: [], titleKey: '', codes: new Map() }
        : await readKeyword(this.reader, portalId, keyword, searched, this.maxContinuations);
    this.#keywords.set(key, read);
    return read;
  }
}
