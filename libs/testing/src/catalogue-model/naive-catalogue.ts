import type { Bucket, CatalogueFilter, CatalogueSearch, FacetName, Range } from '@app/catalogue';

/** A learning object as the model knows it. */
export interface ModelObject {
  id: number;
  owner: number;
  provider: number;
  providerName: string;
  type: string;
  language: string;
  title: string;
  summary: string;
  description: string;
  tags: string[];
  topics: string[];
  price: number;
  duration: number;
  published: boolean;
  premium: boolean;
  embedded: boolean;
  groups: number[];
  /** Ids of what holds it directly. */
  holders: number[];
  events: {
    start: number;
    end: number;
    country: string;
    locality?: string | undefined;
    thoroughfare?: string | undefined;
  }[];
  created: number;
  updated: number;
  popularity: number;
}

export interface ModelEntitlements {
  groups: { id: number; portal: number }[];
  collections: { id: number; portal: number; isDefault: boolean; items: number[] }[];
  subscriptions: { portal: number; audience: number; licenses: number }[];
  licences: { portal: number; lo: number; licenses: number }[];
}

/** What Postgres alone knows of words; the model takes it as given. */
export interface Linguist {
  plain(text: string): string;
  stem(word: string, language: string): string;
  isStopWord(word: string, language: string): boolean;
}

/** The catalogue's rules, written down as slowly and plainly as possible, to hold the fast ones against. */
export class NaiveCatalogue {
  readonly #byId: Map<number, ModelObject>;
  /** Every word of every object, and the languages in which it stands. */
  readonly #words = new Map<string, Set<string>>();

  constructor(
    private readonly objects: ModelObject[],
    private readonly supply: ModelEntitlements,
    private readonly linguist: Linguist,
  ) {
    this.#byId = new Map(objects.map((object) => [object.id, object]));
    for (const object of objects)
      for (const word of this.#wordsOf(object, 'anywhere')) {
        const languages = this.#words.get(word) ?? new Set();
        this.#words.set(word, languages.add(object.language));
      }
  }

  search(portal: number, search: CatalogueSearch) {
    const ids = this.freeze(portal, search);
    const matching = ids.map((id) => this.#byId.get(id)!);
    return {
      total: ids.length,
      ids: search.limit === 0 ? [] : ids.slice(search.offset, search.offset + search.limit),
      facets: Object.fromEntries(search.facets.map((name) => [name, this.#facet(name, matching)])),
    };
  }

  freeze(portal: number, { filter, sort }: Pick<CatalogueSearch, 'filter' | 'sort'>): number[] {
    const keyword =
      filter.keyword === undefined ? undefined : this.#readKeyword(filter.keyword, filter.languages);
    const matching = this.objects.filter(
      (object) =>
        this.sees(portal, object, filter.premium) &&
        this.#passes(portal, object, filter) &&
        (!keyword || (keyword.length > 0 && this.#matches(object, keyword, 'anywhere', true))),
    );
    const keys =
      sort.length > 0
        ? sort
        : [{ key: keyword ? ('relevance' as const) : ('created' as const), direction: 'desc' as const }];
    const tier = (object: ModelObject) => this.#tier(object, keyword ?? []);
    return matching
      .sort((one, other) => {
        for (const { key, direction } of keys) {
          const sign = direction === 'asc' ? 1 : -1;
          let order = 0;
          if (key === 'created') order = one.created - other.created;
          if (key === 'popularity') order = one.popularity - other.popularity;
          if (key === 'price') order = one.price - other.price;
          if (key === 'title')
            order = compare(this.linguist.plain(one.title), this.linguist.plain(other.title));
          if (key === 'relevance' && keyword)
            order = tier(other) - tier(one) || one.popularity - other.popularity;
          if (order !== 0) return sign * order;
        }
        return one.id - other.id;
      })
      .map((object) => object.id);
  }

  /** Own; shown by a group or collection; premium where asked. Drafts are their owner's alone. */
  sees(portal: number, object: ModelObject, premium: boolean): boolean {
    if (object.owner === portal) return true;
    const above = this.#openHolders(object);
    if (!object.published || !above.some((holder) => holder.published && !holder.embedded)) return false;
    if (premium && above.some((holder) => holder.premium)) return true;
    return this.#audienceOf(above).some((audience) => this.#hears(portal, audience));
  }

  #hears(portal: number, audience: number): boolean {
    return (
      this.supply.subscriptions.some((one) => one.portal === portal && one.audience === audience) ||
      [...this.supply.groups, ...this.supply.collections].some(
        (one) => one.id === audience && one.portal === portal,
      )
    );
  }

  /** The object and all published objects that hold it. */
  #openHolders(object: ModelObject): ModelObject[] {
    const found = new Set([object]);
    for (const one of found)
      for (const id of one.holders) {
        const holder = this.#byId.get(id);
        if (holder?.published) found.add(holder);
      }
    return [...found];
  }

  #audienceOf(objects: ModelObject[]): number[] {
    return objects.flatMap((object) => [
      ...object.groups,
      ...this.supply.collections
        .filter((one) => one.items.includes(object.id) && this.#maySpread(one.portal, object))
        .map((one) => one.id),
    ]);
  }

  /** A collection passes on only what its own portal may see. */
  #maySpread(portal: number, object: ModelObject): boolean {
    if (object.owner === portal || object.premium) return true;
    return object.groups.some(
      (group) =>
        this.supply.groups.some((one) => one.id === group && one.portal === portal) ||
        this.supply.subscriptions.some((one) => one.portal === portal && one.audience === group),
    );
  }

  #licensed(portal: number, object: ModelObject): boolean {
    if (object.owner === portal) return true;
    const above = this.#openHolders(object);
    const audience = this.#audienceOf(above);
    return (
      this.supply.subscriptions.some(
        (one) => one.portal === portal && one.licenses !== 0 && audience.includes(one.audience),
      ) ||
      this.supply.licences.some(
        (one) => one.portal === portal && one.licenses !== 0 && above.some((holder) => holder.id === one.lo),
      )
    );
  }

  #passes(portal: number, object: ModelObject, filter: CatalogueFilter): boolean {
    const inside = this.#openHolders(object).some(
      (holder) => holder !== object && ['course', 'module'].includes(holder.type),
    );
    const isResource = !inside && !['course', 'module', 'award'].includes(object.type);
    const asksForEvent =
      filter.eventsFrom ??
      filter.eventsUntil ??
      filter.countries ??
      filter.localities ??
      filter.thoroughfares;
    return [
      !filter.types ||
        filter.types.includes(object.type) ||
        (filter.types.includes('learning_resource') && isResource),
      !filter.languages || filter.languages.includes(object.language),
      !filter.providers || filter.providers.includes(object.provider),
      !filter.tags || filter.tags.some((tag) => object.tags.includes(tag)),
      !filter.topics || filter.topics.some((topic) => object.topics.includes(topic)),
      !filter.ids || filter.ids.includes(object.id),
      !filter.price || within(object.price, filter.price),
      !filter.durations || filter.durations.some((range) => within(object.duration, range)),
      filter.updatedAfter === undefined || object.updated > filter.updatedAfter,
      filter.subscribed === undefined || filter.subscribed === this.#licensed(portal, object),
      filter.hasEvents === undefined || filter.hasEvents === object.events.length > 0,
      asksForEvent === undefined || object.events.some((event) => meets(event, filter)),
      filter.collection === undefined || this.#inCollection(portal, object, filter.collection),
      !filter.contentGroups ||
        filter.contentGroups.some((group) => object.groups.includes(group) && this.#hears(portal, group)),
    ].every(Boolean);
  }

  #inCollection(portal: number, object: ModelObject, collection: number | 'default'): boolean {
    return this.supply.collections.some(
      (one) =>
        one.items.includes(object.id) &&
        (collection === 'default'
          ? one.isDefault && one.portal === portal
          : one.id === collection && this.#hears(portal, one.id)),
    );
  }

  #readKeyword(keyword: string, languages: string[] | undefined): ModelWord[] {
    const there = [...new Set(this.objects.map((object) => object.language))];
    const searched = languages ? there.filter((language) => languages.includes(language)) : there;
    const words = this.linguist.plain(keyword).split(' ').filter(Boolean);
    const stemOf = (word: string, language: string) => this.linguist.stem(word, language);
    return words.map((word, place) => {
      const begun =
        place === words.length - 1 ? [...this.#words].filter(([other]) => other.startsWith(word)) : [];
      const known =
        this.#words.has(word) ||
        [...this.#words].some(([other, languages]) =>
          searched.some(
            (language) => languages.has(language) && stemOf(other, language) === stemOf(word, language),
          ),
        );
      const near =
        word.length >= 5 && !known && begun.length === 0
          ? [...this.#words].filter(([other]) => distance(word, other) === 1)
          : [];
      const stemsIn = (found: [string, Set<string>][], language: string) =>
        new Set(
          found.filter(([, languages]) => languages.has(language)).map(([other]) => stemOf(other, language)),
        );
      return {
        word,
        exactIn: (language: string) => stemsIn(near, language).add(stemOf(word, language)),
        begunIn: (language: string) => stemsIn(begun, language),
        meaninglessIn: searched.filter((language) => this.linguist.isStopWord(word, language)),
      };
    });
  }

  /** Every word must match, but for those that carry no meaning in the object's language, unless none is left. */
  #matches(object: ModelObject, keyword: ModelWord[], field: Field, withBegun: boolean): boolean {
    const meaningful = keyword.filter((word) => !word.meaninglessIn.includes(object.language));
    const asked = meaningful.length > 0 ? meaningful : keyword;
    const lexemes = new Set(
      [...this.#wordsOf(object, field)].map((word) => this.linguist.stem(word, object.language)),
    );
    return asked.every(
      (word) =>
        [...word.exactIn(object.language)].some((lexeme) => lexemes.has(lexeme)) ||
        (withBegun && [...word.begunIn(object.language)].some((lexeme) => lexemes.has(lexeme))),
    );
  }

  #tier(object: ModelObject, keyword: ModelWord[]): number {
    if (this.linguist.plain(object.title) === keyword.map(({ word }) => word).join(' ')) return 0;
    if (this.#matches(object, keyword, 'title', false)) return 1;
    if (this.#matches(object, keyword, 'title', true)) return 2;
    if (this.#matches(object, keyword, 'titleOrTags', true)) return 3;
    return 4;
  }

  #wordsOf(object: ModelObject, field: Field): Set<string> {
    const texts = [object.title];
    if (field !== 'title') texts.push(...object.tags);
    if (field === 'anywhere')
      texts.push(object.providerName, object.summary, object.description.replace(/<[^>]*>/g, ' '));
    return new Set(texts.flatMap((text) => this.linguist.plain(text).split(' ')).filter(Boolean));
  }

  #facet(name: FacetName, objects: ModelObject[]) {
    const counts = new Map<string | number, number>();
    for (const object of objects)
      for (const key of new Set(facetKeys[name](object))) counts.set(key, (counts.get(key) ?? 0) + 1);
    const buckets: Bucket[] = [...counts]
      .map(([key, doc_count]) => ({
        key,
        doc_count,
        ...(name === 'instance'
          ? { name: objects.find((object) => object.provider === key)!.providerName }
          : {}),
      }))
      .sort((one, other) => other.doc_count - one.doc_count || compare(one.key, other.key));
    return name === 'tag' || name === 'topics' ? { buckets, sum_other_doc_count: 0 } : { buckets };
  }
}

type Field = 'title' | 'titleOrTags' | 'anywhere';

interface ModelWord {
  word: string;
  /** Stems of the word, or of what it may have meant, in the language of a document. */
  exactIn(language: string): Set<string>;
  /** Stems of the words that begin with it. */
  begunIn(language: string): Set<string>;
  meaninglessIn: string[];
}

const facetKeys: Record<FacetName, (object: ModelObject) => (string | number)[]> = {
  type: (object) => [object.type],
  language: (object) => [object.language],
  instance: (object) => [object.provider],
  tag: (object) => object.tags,
  topics: (object) => object.topics,
  location: (object) => object.events.map((event) => event.country),
};

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0;

const within = (value: number, { min, max }: Range): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

const meets = (event: ModelObject['events'][number], filter: CatalogueFilter): boolean =>
  (filter.eventsFrom === undefined || event.start >= filter.eventsFrom) &&
  (filter.eventsUntil === undefined || event.end <= filter.eventsUntil) &&
  (!filter.countries || filter.countries.includes(event.country)) &&
  (!filter.localities || (event.locality !== undefined && filter.localities.includes(event.locality))) &&
  (!filter.thoroughfares ||
    (event.thoroughfare !== undefined && filter.thoroughfares.includes(event.thoroughfare)));

/** Optimal string alignment: insertions, deletions, replacements, neighbours that changed places. */
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
