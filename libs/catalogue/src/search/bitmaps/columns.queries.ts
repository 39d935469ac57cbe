import { atMost } from '@app/kernel';
import { sql, type AnyReader } from '@app/database';
import { LRUCache } from 'lru-cache';
import { decodeValues, type BlockValues } from './columns.js';

/** Columns of so many blocks are kept, some megabyte each; searches of larger catalogues do without bitmaps. */
export const MOST_BLOCKS = 128;

/** Which columns of a block there are now: what was read at another version is not used. */
export type ColumnVersions = readonly [block: number, name: 'values' | 'bands', version: string][];

/**
 * The columns of `learning.search_columns`, read again once their version is another. They are the same for all portals:
 * what a portal sees of them is what the bits of its search say.
 */
export class Columns {
  readonly #values = new LRUCache<number, { version: string; column: BlockValues }>(atMost(MOST_BLOCKS));
  readonly #bands = new LRUCache<number, { version: string; column: Uint8Array }>(atMost(MOST_BLOCKS));

  constructor(private readonly reader: AnyReader) {}

  /** By block. @param versions read with the bits, which are of the same moment or before */
  async read(
    versions: ColumnVersions,
  ): Promise<{ values: Map<number, BlockValues>; bands: Map<number, Uint8Array> }> {
    const missing = versions.filter(
      ([block, name, version]) =>
        (name === 'values' ? this.#values : this.#bands).get(block)?.version !== version,
    );
    if (missing.length > 0) await this.#load(missing);
    const values = new Map<number, BlockValues>();
    const bands = new Map<number, Uint8Array>();
    for (const [block, name] of versions)
      if (name === 'values') values.set(block, this.#values.get(block)!.column);
      else bands.set(block, this.#bands.get(block)!.column);
    return { values, bands };
  }

  async #load(missing: ColumnVersions): Promise<void> {
    const rows = await this.reader.many<{ block: number; name: string; version: string; data: Buffer }>(sql`
      select c.block, c.name, c.version, c.data
        from unnest(${missing.map(([block]) => block)}::int[], ${missing.map(([, name]) => name)}::text[]) m(block, name)
        join learning.search_columns c on c.block = m.block and c.name = m.name`);
    for (const { block, name, version, data } of rows)
      if (name === 'values') this.#values.set(block, { version, column: decodeValues(data) });
      else this.#bands.set(block, { version, column: new Uint8Array(data) });
  }
}
