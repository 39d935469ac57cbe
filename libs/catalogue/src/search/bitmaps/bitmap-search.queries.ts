import { sql, type AnyReader } from '@app/database';
import { parseTsquery } from '../tsquery.js';
import { keysOfPortal, visibleKeys } from './visible-keys.queries.js';
import { bitmapCondition, lexemesOf } from './bitmap-condition.queries.js';
import { Columns, MOST_BLOCKS } from './columns.queries.js';
import {
  PreparedBitmapSearch,
  type BitmapBounds,
  type BitmapSearch,
} from './prepared-bitmap-search.queries.js';

/** More changed documents than these are not worth looking at one by one. */
const MOST_CHANGED = 10_000;
/** Tests set others. */
const BOUNDS: BitmapBounds = { broad: 3_000, mostDirect: 10_000, spare: 10 };

/** Lexemes without bitmaps that are asked for: Postgres holds each document that it finds against all of a query. */
const MOST_RARE = 100;

/**
 * Broad searches of the market: the bitmaps of `learning.search_bitmaps` say which documents match, how many, and with
 * which values of facets. Documents that they say nothing about, or nothing certain, are looked at themselves: changed
 * ones, those with a rare lexeme that was asked for, and what only this portal sees.
 */
export class BitmapSearches {
  readonly #columns: Columns;
  readonly #bounds: BitmapBounds;

  constructor(
    private readonly reader: AnyReader,
    bounds: Partial<BitmapBounds> = {},
  ) {
    this.#columns = new Columns(reader);
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** @returns undefined if the documents are to be asked instead */
  async prepare(search: BitmapSearch): Promise<PreparedBitmapSearch | undefined> {
    const listed = search.text.listed();
    const match = listed === '' ? undefined : parseTsquery(listed);
    const tiers = (search.text.tiers?.listed() ?? []).map(parseTsquery);
    const lexemes = [...(match ? [match] : []), ...tiers].flatMap(lexemesOf);
    const asked = ['', ...new Set(lexemes), ...keysOfPortal(search.visibility)];
    const row = await this.reader.one<{
      documents: Record<string, number>;
      changed: number;
      last_block: number;
    }>(sql`
      select (select coalesce(json_object_agg(key, documents), '{}') from learning.search_bitmap_keys
               where key = any(${asked}::text[])) as documents,
             (select count(*)::int from (select from learning.search_bitmap_changes limit ${MOST_CHANGED + 1}) c) as changed,
             coalesce((select max(block) from learning.search_columns), 0) as last_block`);
    const all = row?.documents[''];
    if (!row || all === undefined || row.changed > MOST_CHANGED || row.last_block >= MOST_BLOCKS)
      return undefined;
    const known = new Map(Object.entries(row.documents).map(([key, n]) => [key, n / Math.max(all, 1)]));
    const ofMatch = match && bitmapCondition(match, known);
    const ofTiers = tiers.map((tier) => bitmapCondition(tier, known));
    if (match && !ofMatch?.bits) return undefined;
    if ((ofMatch?.share ?? 1) * all < this.#bounds.broad) return undefined;
    if (!ofTiers.every((tier) => tier !== undefined)) return undefined;
    if (new Set([ofMatch, ...ofTiers].flatMap((one) => one?.rare ?? [])).size > MOST_RARE) return undefined;
    const visible = visibleKeys(search.visibility, (key) => known.has(key));
    const conditions = { visible, match: ofMatch, tiers: ofTiers };
    return new PreparedBitmapSearch(this.reader, this.#columns, search, conditions, this.#bounds);
  }
}
