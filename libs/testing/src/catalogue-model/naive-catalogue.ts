import type { Bucket, CatalogueFilter, CatalogueSearch, FacetName, Range } from '@app/catalogue';
import type { KnownObject, Linguist, ModelEntitlements, ModelObject } from './model.js';
import { NaiveVisibility } from './naive-visibility.js';
import { NaiveWords } from './naive-words.js';

/** The catalogue's rules, written as plainly as possible without regard to speed, to check the fast implementations. */
export class NaiveCatalogue {
  readonly #byId: Map<number, ModelObject>;
  readonly #visibility: NaiveVisibility;
  readonly #words: NaiveWords;

  constructor(
    private readonly objects: ModelObject[],
    private readonly entitlements: ModelEntitlements,
    private readonly linguist: Linguist,
    /** Objects whose words are known, in their present and former states. */
    knownObjects: readonly KnownObject[],
  ) {
    this.#byId = new Map(objects.map((object) => [object.id, object]));
    this.#visibility = new NaiveVisibility(objects, entitlements);
    this.#words = new NaiveWords(knownObjects, linguist);
  }

  search(portal: number, search: CatalogueSearch, seesDrafts = true) {
    const ids = this.freeze(portal, search, seesDrafts);
    const matching = ids.map((id) => this.#byId.get(id)!);
    return {
      total: ids.length,
      ids: search.limit === 0 ? [] : ids.slice(search.offset, search.offset + search.limit),
      facets: Object.fromEntries(search.facets.map((name) => [name, this.#facet(name, matching)])),
    };
  }

  freeze(
    portal: number,
    { filter, sort }: Pick<CatalogueSearch, 'filter' | 'sort'>,
    seesDrafts = true,
  ): number[] {
    const keyword =
      filter.keyword === undefined ? undefined : this.#words.read(portal, filter.keyword, filter.languages);
    const matching = this.objects.filter(
      (object) =>
        this.#visibility.sees(portal, object, filter.premium, seesDrafts) &&
        this.#passes(portal, object, filter) &&
        (!keyword || (keyword.length > 0 && this.#words.matches(object, keyword, 'anywhere', true))),
    );
    const keys =
      sort.length > 0
        ? sort
        : [{ key: keyword ? ('relevance' as const) : ('created' as const), direction: 'desc' as const }];
    const tier = (object: ModelObject) => this.#words.tier(object, keyword ?? []);
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

  #licensed(portal: number, object: ModelObject): boolean {
    if (object.owner === portal) return true;
    const above = this.#visibility.openHolders(object);
    const audience = this.#visibility.listAudience(above);
    return (
      this.entitlements.subscriptions.some(
        (one) => one.portal === portal && one.licenses !== 0 && audience.includes(one.audience),
      ) ||
      this.entitlements.licences.some(
        (one) => one.portal === portal && one.licenses !== 0 && above.some((holder) => holder.id === one.lo),
      )
    );
  }

  #passes(portal: number, object: ModelObject, filter: CatalogueFilter): boolean {
    const inside = this.#visibility
      .openHolders(object)
      .some((holder) => holder !== object && ['course', 'module'].includes(holder.type));
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
        filter.contentGroups.some(
          (group) => object.groups.includes(group) && this.#visibility.hears(portal, group),
        ),
    ].every(Boolean);
  }

  #inCollection(portal: number, object: ModelObject, collection: number | 'default'): boolean {
    return this.entitlements.collections.some(
      (one) =>
        one.items.includes(object.id) &&
        (collection === 'default'
          ? one.isDefault && one.portal === portal
          : one.id === collection && this.#visibility.hears(portal, one.id)),
    );
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
