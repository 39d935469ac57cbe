import { sql, type Reader } from '@app/database';
import { VersionedCache } from './versioned-cache.js';

/** Names of providers, for the facet `instance`, read once for each version of the catalogue. */
export class ProviderNames {
  readonly #names = new VersionedCache(async () => {
    const rows = await this.reader.many<{ id: number; name: string }>(
      sql`select id, name from learning.providers`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  });

  constructor(private readonly reader: Reader) {}

  /** By id. @param version of the catalogue */
  get(version: number): Promise<ReadonlyMap<number, string>> {
    return this.#names.get(version);
  }
}
