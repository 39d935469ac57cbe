import { sql, type Reader } from '@app/database';
import { LRUCache } from 'lru-cache';
import { facetNames, type FacetName } from './catalogue-index.js';

interface FacetValue {
  code: number;
  facet: FacetName;
  key: string;
}

/** The three low bits of a code name its facet; the migration counts from one. */
export const facetNumber = (name: FacetName): number => facetNames.indexOf(name) + 1;

/** Values of facets and their codes. They are only ever added, so cached ones stay valid. */
export class FacetDictionary {
  readonly #byCode = new LRUCache<number, FacetValue>({ max: 50_000 });
  readonly #byKey = new LRUCache<string, FacetValue>({ max: 50_000 });

  constructor(private readonly reader: Reader) {}

  /** The codes of these values; a value that no object has, has none. */
  async codesOf(facet: FacetName, keys: readonly string[]): Promise<number[]> {
    const missing = keys.filter((key) => !this.#byKey.has(`${facet} ${key}`));
    if (missing.length > 0)
      await this.#learn(sql`facet = ${facetNumber(facet)} and key = any(${missing}::text[])`);
    return keys.flatMap((key) => this.#byKey.get(`${facet} ${key}`)?.code ?? []);
  }

  /** The values behind these codes. */
  async valuesOf(codes: Iterable<number>): Promise<Map<number, FacetValue>> {
    const values = new Map<number, FacetValue>();
    const missing: number[] = [];
    for (const code of codes) {
      const value = this.#byCode.get(code);
      if (value) values.set(code, value);
      else missing.push(code);
    }
    if (missing.length > 0)
      for (const value of await this.#learn(sql`code = any(${missing}::int[])`))
        values.set(value.code, value);
    return values;
  }

  /** Every language of the catalogue. */
  async languages(): Promise<FacetValue[]> {
    return this.#learn(sql`facet = ${facetNumber('language')}`);
  }

  async #learn(condition: ReturnType<typeof sql>): Promise<FacetValue[]> {
    const rows = await this.reader.many<{ code: number; facet: number; key: string }>(
      sql`select code, facet, key from learning.facet_values where ${condition}`,
    );
    return rows.map((row) => {
      const value = { code: row.code, facet: facetNames[row.facet - 1]!, key: row.key };
      this.#byCode.set(value.code, value);
      this.#byKey.set(`${value.facet} ${value.key}`, value);
      return value;
    });
  }
}
