import { atMost } from '@app/kernel';
import { sql, type AnyReader } from '@app/database';
import { LRUCache } from 'lru-cache';
import { decodeBands, decodeValues, type BlockValues } from './columns.js';

/** Columns of so many blocks are kept, some megabyte each; searches of larger catalogues do without bitmaps. */
export const MOST_BLOCKS = 128;

/** Which columns of a block there are now: what was read at another version is not used. */
export type ColumnVersions = readonly [block: number, name: 'values' | 'bands', version: string][];

/** How many columns are read by one statement: a search of a catalogue that nobody has searched needs all of them. */
const AT_ONCE = 8;

/** The columns of the blocks of a search. */
export interface BlockColumns {
  values: Map<number, BlockValues>;
  bands: Map<number, Uint8Array>;
}

interface Kept<T> {
  version: string;
  /** undefined: it is damaged. */
  column: T | undefined;
}

/**
 * The columns of `learning.search_columns`, read again once their version is another. They are the same for all portals:
 * what a portal sees of them is what the bits of its search say.
 */
export class Columns {
  readonly #values = new LRUCache<number, Kept<BlockValues>>(atMost(MOST_BLOCKS));
  readonly #bands = new LRUCache<number, Kept<Uint8Array>>(atMost(MOST_BLOCKS));
  /** Searches at the same time need the same ones, of some megabytes. */
  readonly #loading = new Map<string, Promise<void>>();

  constructor(private readonly reader: AnyReader) {}

  /**
   * @param versions read with the bits
   * @returns undefined if one is not to be had at its version: it is damaged, was written anew meanwhile, or the server
   *   that is asked is behind
   */
  async read(versions: ColumnVersions): Promise<BlockColumns | undefined> {
    const missing = versions.filter((one) => this.#kept(one)?.version !== one[2]);
    const wanted = missing.filter((one) => !this.#loading.has(one.join()));
    let before: Promise<void> | undefined;
    for (let from = 0; from < wanted.length; from += AT_ONCE)
      before = this.#start(wanted.slice(from, from + AT_ONCE), before);
    await Promise.all(missing.flatMap((one) => this.#loading.get(one.join()) ?? []));
    const found: BlockColumns = { values: new Map(), bands: new Map() };
    for (const one of versions) {
      const [block, name, version] = one;
      const kept = this.#kept(one);
      if (!kept?.column || kept.version !== version) return undefined;
      if (name === 'values') found.values.set(block, kept.column as BlockValues);
      else found.bands.set(block, kept.column as Uint8Array);
    }
    return found;
  }

  #kept([block, name]: ColumnVersions[number]): Kept<BlockValues | Uint8Array> | undefined {
    return name === 'values' ? this.#values.get(block) : this.#bands.get(block);
  }

  /** @param before what is read first */
  #start(columns: ColumnVersions, before: Promise<void> | undefined): Promise<void> {
    const loading = (before ?? Promise.resolve())
      .then(() => this.#load(columns))
      .finally(() => {
        for (const one of columns) this.#loading.delete(one.join());
      });
    for (const one of columns) this.#loading.set(one.join(), loading);
    return loading;
  }

  async #load(columns: ColumnVersions): Promise<void> {
    const rows = await this.reader.many<{ block: number; name: string; version: string; data: Buffer }>(sql`
      select c.block, c.name, c.version, c.data
        from unnest(${columns.map(([block]) => block)}::int[], ${columns.map(([, name]) => name)}::text[]) m(block, name)
        join learning.search_columns c on c.block = m.block and c.name = m.name`);
    for (const { block, name, version, data } of rows)
      if (name === 'values') this.#values.set(block, { version, column: decodeValues(data) });
      else this.#bands.set(block, { version, column: decodeBands(data) });
  }
}
