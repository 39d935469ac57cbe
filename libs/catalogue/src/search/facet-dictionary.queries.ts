import { maxEntries } from '@app/kernel';
import { sql, type Reader } from '@app/database';
import { LRUCache } from 'lru-cache';
import type { CatalogueState } from '../visibility.queries.js';
import { facetNames, type FacetName } from './catalogue-index.js';

interface FacetValue {
  code: number;
  facet: FacetName;
  key: string;
}

/** The three low bits of a code name its facet; the migration counts from one. */
export const facetNumber = (name: FacetName): number => facetNames.indexOf(name) + 1;

/** Values of facets and their codes. A code is never reused: a value that was removed and is added again gets a new one. */
export class FacetDictionary {
  #cached = new CachedValues(0);

  constructor(private readonly reader: Reader) {}

  /** The codes of these values; values that no object has are skipped. */
  async listCodes(
    { facetsRemoved }: RemovalCount,
    facet: FacetName,
    keys: readonly string[],
  ): Promise<number[]> {
    const cached = this.#cachedSince(facetsRemoved);
    const missing = keys.filter((key) => !cached.byKey.has(`${facet} ${key}`));
    if (missing.length > 0)
      await this.#load(cached, sql`facet = ${facetNumber(facet)} and key = any(${missing}::text[])`);
    return keys.flatMap((key) => cached.byKey.get(`${facet} ${key}`)?.code ?? []);
  }

  /** The values behind these codes. */
  async listValues(
    { facetsRemoved }: RemovalCount,
    codes: Iterable<number>,
  ): Promise<Map<number, FacetValue>> {
    const cached = this.#cachedSince(facetsRemoved);
    const values = new Map<number, FacetValue>();
    const missing: number[] = [];
    for (const code of codes) {
      const value = cached.byCode.get(code);
      if (value) values.set(code, value);
      else missing.push(code);
    }
    if (missing.length > 0)
      for (const value of await this.#load(cached, sql`code = any(${missing}::int[])`))
        values.set(value.code, value);
    return values;
  }

  /** Every language of the catalogue. */
  async languages(): Promise<FacetValue[]> {
    return this.#load(this.#cached, sql`facet = ${facetNumber('language')}`);
  }

  /** The codes cached since the last removal; those still being read for an earlier one are not added. */
  #cachedSince(removed: number): CachedValues {
    if (removed > this.#cached.removed) this.#cached = new CachedValues(removed);
    return removed === this.#cached.removed ? this.#cached : new CachedValues(removed);
  }

  async #load(cached: CachedValues, condition: ReturnType<typeof sql>): Promise<FacetValue[]> {
    const rows = await this.reader.many<{ code: number; facet: number; key: string }>(
      sql`select code, facet, key from learning.facet_values where ${condition}`,
    );
    return rows.map((row) => {
      const value = { code: row.code, facet: facetNames[row.facet - 1]!, key: row.key };
      cached.byCode.set(value.code, value);
      cached.byKey.set(`${value.facet} ${value.key}`, value);
      return value;
    });
  }
}

type RemovalCount = Pick<CatalogueState, 'facetsRemoved'>;

const CACHE_SIZE = maxEntries(50_000);

/** Values cached after this number of removals. */
class CachedValues {
  readonly byCode = new LRUCache<number, FacetValue>(CACHE_SIZE);
  readonly byKey = new LRUCache<string, FacetValue>(CACHE_SIZE);

  constructor(readonly removed: number) {}
}
