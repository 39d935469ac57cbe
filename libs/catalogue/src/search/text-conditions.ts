import { atMost } from '@app/kernel';
import type { AnyReader } from '@app/database';
import { LRUCache } from 'lru-cache';
import type { PortalVisibility } from '../visibility.queries.js';
import type { CatalogueFilter, Sorting } from './catalogue-index.js';
import { FacetDictionary } from './facet-dictionary.queries.js';
import { codedFilters, lexemeQuery } from './filter-conditions.queries.js';
import { keywordQuery, type KeywordWord } from './keyword.js';
import { readKeyword } from './keyword.queries.js';
import { OfVersion } from './of-version.js';
import { tiersOf, type Tiers } from './relevance.queries.js';

/** What a search asks of the lexemes of a document. */
export interface TextCondition {
  /**
   * As a tsquery; empty if it asks for none.
   * @param text stands for the condition on the keyword
   */
  tsquery: (text?: string) => string;
  /** Absent when nothing ranks. */
  tiers: Tiers | undefined;
}

/** Keywords and filters as conditions on lexemes, from the catalogue's own words: the same for every engine. */
export class TextConditions {
  readonly dictionary: FacetDictionary;
  /** Keywords and languages, each read for one version of the words. */
  readonly #keywords = new LRUCache<string, KeywordWord[]>({ ...atMost(2_000), ttl: 60_000 });
  readonly #languages = new OfVersion(() => this.dictionary.languages());

  constructor(private readonly reader: AnyReader) {
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
    const words =
      filter.keyword === undefined ? [] : await this.#words(visibility, filter.keyword, filter.languages);
    if (filter.keyword !== undefined && words.length === 0) return undefined;
    const anywhere = words.length > 0 ? keywordQuery(words, 'anywhere') : undefined;
    const ranks = words.length > 0 && (sort.length === 0 || sort.some(({ key }) => key === 'relevance'));
    return {
      tsquery: (text = anywhere) => [...(text === undefined ? [] : [text]), ...lexemes].join(' & '),
      tiers: ranks ? tiersOf(words) : undefined,
    };
  }

  async #words(
    { words: version }: PortalVisibility,
    keyword: string,
    languages: readonly string[] | undefined,
  ): Promise<KeywordWord[]> {
    const key = JSON.stringify([version, keyword, languages]);
    const known = this.#keywords.get(key);
    if (known) return known;
    const all = await this.#languages.get(version);
    const searched = languages ? all.filter((language) => languages.includes(language.key)) : all;
    const words = searched.length === 0 ? [] : await readKeyword(this.reader, keyword, searched);
    this.#keywords.set(key, words);
    return words;
  }
}
