import { sql, type AnyReader, type Statement } from '@app/database';
import type { PortalVisibility } from '../../visibility.queries.js';
import type { Range } from '../catalogue-index.js';
import { countCodes } from '../facet-counts.queries.js';
import { quote } from '../keyword.js';
import { tierOf, type Tiers } from '../relevance.queries.js';
import type { TextCondition } from '../text-conditions.js';
import type { VisibleKeys } from './visible-keys.queries.js';
import type { BitmapCondition } from './bitmap-condition.queries.js';
import { BLOCK_BYTES } from './blocks.js';
import type { Columns, ColumnVersions } from './columns.queries.js';
import { addCodes, countInTier, countMatches, matchesIn, tiersOfMatches, withinRanges } from './matches.js';
import { inOrder, reachedBy, type Bands } from './ranked-page.js';

/** A search that bitmaps answer. */
export interface BitmapSearch {
  visibility: PortalVisibility;
  /** Every condition of the search, over `learning.search_doc d`. */
  matching: Statement;
  text: TextCondition;
  /** In hundredths; undefined: any. */
  prices: Range[] | undefined;
  /** undefined: any. */
  durations: Range[] | undefined;
}

/** The same in bitmaps. */
export interface BitmapConditions {
  visible: VisibleKeys;
  /** undefined: every document. */
  match: BitmapCondition | undefined;
  tiers: BitmapCondition[];
}

/** How bitmaps are used. */
export interface BitmapBounds {
  /** The number of expected matches from which on bitmaps cost less than the documents themselves. */
  broad: number;
  /** More documents than these, by a rare lexeme or that only this portal sees, are not worth looking at one by one. */
  mostDirect: number;
  /**
   * Of how many matches in the first tier one at least is taken to be within the prices and durations asked for; if that
   * is wrong, the search is made again with all tiers.
   */
  spare: number;
}

/** What a search found in bitmaps and in documents that these do not tell about. */
interface Found {
  blocks: number[];
  /** The bits that match, block after block; and those of each tier, if it may be on the page. */
  bits: Buffer | null;
  tier_1: Buffer | null;
  tier_2: Buffer | null;
  tier_3: Buffer | null;
  /** Whether the first tier alone was given, because it seems to have enough for the page. */
  has_first_only: boolean;
  versions: ColumnVersions | null;
  /** Whether there are more documents to look at themselves than is worth it. */
  has_too_many: boolean;
  direct_total: number;
  /** Their facet codes, `{1,9}{1,17}` ... */
  direct_codes: string | null;
  /** In order, as many as the page may show. */
  direct: [tier: number, band: number, popularity: number, loId: number][] | null;
}

/** What bitmaps say of a search. */
export interface BitmapCount {
  total: number;
  /** By facet code. */
  counts: Map<number, number>;
  /** The page, if one was wanted. */
  ids: number[];
}

/** The bits of no document. */
const NONE = sql`0::bit(32000)`;

/** A search whose bits can be read. */
export class PreparedBitmapSearch {
  constructor(
    private readonly reader: AnyReader,
    private readonly columns: Columns,
    private readonly search: BitmapSearch,
    private readonly conditions: BitmapConditions,
    private readonly bounds: BitmapBounds,
  ) {}

  /**
   * Total and counts of facet codes; and the page by relevance, for a keyword.
   * @param facets numbers of the facets to count; undefined: total and facets are known
   * @param page undefined: not by relevance, or none is wanted
   * @returns undefined if the documents are to be asked instead: bits and columns cannot be had together, or too many
   *   documents have neither
   */
  count(
    facets: readonly number[] | undefined,
    page: { offset: number; limit: number } | undefined,
  ): Promise<BitmapCount | undefined> {
    return this.#count(facets, page, { allTiers: false });
  }

  async #count(
    facets: readonly number[] | undefined,
    page: { offset: number; limit: number } | undefined,
    { allTiers }: { allTiers: boolean },
  ): Promise<BitmapCount | undefined> {
    const { text, prices, durations } = this.search;
    const ranked = page && text.tiers;
    const counts = facets !== undefined && facets.length > 0;
    const isFiltered = prices !== undefined || durations !== undefined;
    const most = ranked && page.offset + page.limit;
    const enough = most === undefined || allTiers ? undefined : most * (isFiltered ? this.bounds.spare : 1);
    const found = await this.#find({ most, enough, needsValues: counts || isFiltered, counts });
    if (!found || found.has_too_many) return undefined;
    const inBits = matchesIn(byBlock(found.blocks, found.bits));
    const blocks = new Set(inBits.map(({ block }) => block));
    const versions = (found.versions ?? []).filter(([block]) => blocks.has(block));
    const names = (counts || isFiltered ? 1 : 0) + (ranked ? 1 : 0);
    if (versions.length < blocks.size * names) return undefined;
    const columns = await this.columns.read(versions);
    if (!columns) return undefined;
    const all = isFiltered ? withinRanges(inBits, columns.values, { prices, durations }) : inBits;
    const tiers = [found.tier_1, found.tier_2, found.tier_3]
      .slice(0, this.conditions.tiers.length)
      .map((bits) => byBlock(found.blocks, bits));
    if (found.has_first_only && isFiltered && countInTier(all, tiers[0]!) < most!)
      return this.#count(facets, page, { allTiers: true });
    const codes = countCodes(found.direct_codes ?? '', facets ?? []);
    if (counts) addCodes(codes, all, columns.values, facets);
    return {
      total: countMatches(all) + found.direct_total,
      counts: codes,
      ids: ranked
        ? await this.#page(tiersOfMatches(all, tiers, columns.bands), found.direct ?? [], page)
        : [],
    };
  }

  /**
   * @param options.most how many of the best are wanted; undefined: none
   * @param options.enough how many matches in the first tier make the others needless; undefined: none do
   */
  async #find({
    most,
    enough,
    needsValues,
    counts,
  }: {
    most: number | undefined;
    enough: number | undefined;
    needsValues: boolean;
    counts: boolean;
  }): Promise<Found | undefined> {
    const { tiers } = this.search.text;
    const names = [...(needsValues ? ['values'] : []), ...(most === undefined ? [] : ['bands'])];
    return this.reader.one<Found>(
      sql`
      with ${this.#directSteps(tiers)}, ${this.#matchSteps()}
      select coalesce(array_agg(block order by block), '{}') as blocks,
             string_agg(${bytesOf(sql`bits`)}, '' order by block) as bits,
             ${this.#tierBits(most !== undefined, enough)},
             (select json_agg(json_build_array(c.block, c.name, c.version)) from learning.search_columns c
               where c.name = any(${names}::text[])) as versions,
             coalesce((select bool_or(is_beyond) from direct), false) as has_too_many,
             (select count(*)::int from direct) as direct_total,
             ${counts ? sql`(select string_agg(facet_codes::text, '') from direct)` : sql`null`} as direct_codes,
             ${
               most === undefined
                 ? sql`null::json`
                 : sql`(select json_agg(json_build_array(tier, learning.popularity_band(popularity), popularity, lo_id)) from (
               select * from direct order by tier, popularity desc, lo_id limit ${most}) r)`
             } as direct
        from match`.unprepared(),
    );
  }

  /**
   * `changed`: documents that bits say nothing certain about; `direct`: the matches among them, and those that no bits
   * show.
   */
  #directSteps(tiers: Tiers | undefined): Statement {
    const { matching, text } = this.search;
    const rare = [
      ...new Set([this.conditions.match, ...this.conditions.tiers].flatMap((one) => one?.rare ?? [])),
    ];
    const ways = [
      sql`d.lo_id = any(array(select lo_id from changed))`,
      ...this.conditions.visible.others,
      ...(rare.length === 0
        ? []
        : [sql`d.doc @@ ${`(${rare.map(quote).join(' | ')}) & (${text.tsquery()})`}::tsquery`]),
      ...(tiers ? [sql`d.title_key = ${tiers.titleKey}`] : []),
    ].map(
      (way) => sql`
        select d.lo_id, d.facet_codes, d.popularity ${tiers ? sql`, ${tierOf(tiers)} as tier` : sql.empty},
               d.place > ${this.bounds.mostDirect}::int as is_beyond
          -- by this way and no other: with the search's own conditions Postgres would read whole lists of the index
          from (select *, row_number() over () as place from learning.search_doc d where ${way}
                 limit ${this.bounds.mostDirect + 1}::int) d
         where d.place > ${this.bounds.mostDirect}::int or (${matching})`,
    );
    return sql`
      changed as materialized (select distinct lo_id from learning.search_bitmap_changes),
      direct as materialized (${sql.join(ways, ' union ')})`;
  }

  /** The bits that match, and those of each tier, by block. */
  #matchSteps(): Statement {
    const { visible: seen, match, tiers } = this.conditions;
    const keys = [...new Set([...seen.keys, ...(match?.keys ?? []), ...tiers.flatMap((tier) => tier.keys)])];
    const visible = sql`coalesce(bit_or(bits) filter (where key = any(${seen.keys}::text[])), ${NONE})`;
    const bits = match ? sql`${visible} & ${match.bits ?? NONE}` : visible;
    const ofTiers = tiers.flatMap(({ bits: ofTier }, place) =>
      ofTier ? [{ bits: sql`, ${ofTier} as ${tierName(place)}`, name: sql`, k.${tierName(place)}` }] : [],
    );
    return sql`
      mask as materialized (
        select lo_id / 32000 as block, learning.bits_of(array_agg(lo_id % 32000)) as bits
          from (select lo_id from changed union all select lo_id from direct) u group by 1),
      match as materialized (
        select k.block, case when m.bits is null then k.bits else k.bits & ~m.bits end as bits
               ${sql.join(
                 ofTiers.map(({ name }) => name),
                 ' ',
               )}
          from (select block, ${bits} as bits
                         ${sql.join(
                           ofTiers.map((tier) => tier.bits),
                           ' ',
                         )}
                  from learning.search_bitmaps where key = any(${keys}::text[]) group by block) k
          left join mask m on m.block = k.block)`;
  }

  /** The bits of each tier, or of the first one alone. */
  #tierBits(areWanted: boolean, enough: number | undefined): Statement {
    const { tiers } = this.conditions;
    const isEnough =
      enough === undefined || !areWanted || !tiers[0]?.bits
        ? sql`false`
        : sql`coalesce(sum(bit_count(bits & tier_1)), 0) >= ${enough}::int`;
    const bits = [0, 1, 2].map((place) => {
      const name = tierName(place);
      if (!areWanted || !tiers[place]?.bits) return sql`null::bytea as ${name}`;
      const all = sql`string_agg(${bytesOf(name)}, '' order by block)`;
      return place === 0
        ? sql`${all} as ${name}`
        : sql`case when ${isEnough} then null else ${all} end as ${name}`;
    });
    return sql`${sql.join(bits)}, ${isEnough} as has_first_only`;
  }

  async #page(
    tiers: Iterable<Bands>,
    direct: NonNullable<Found['direct']>,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<number[]> {
    const beside = direct.map(([tier, band, popularity, loId]) => ({ tier, band, popularity, loId }));
    const reached = reachedBy(tiers, beside, offset, limit);
    const popular = reached.matches.filter(({ popularity }) => popularity === undefined);
    const counts =
      popular.length === 0
        ? []
        : await this.reader.many<{ lo_id: number; popularity: number }>(sql`
            select lo_id, popularity from learning.search_doc
             where lo_id = any(${popular.map(({ loId }) => loId)}::int[])`);
    const popularityOf = new Map(counts.map(({ lo_id, popularity }) => [lo_id, popularity]));
    const ordered = inOrder(
      reached.matches.map((one) => ({
        ...one,
        popularity: one.popularity ?? popularityOf.get(one.loId) ?? 0,
      })),
    );
    return ordered.slice(offset - reached.before, offset - reached.before + limit).map(({ loId }) => loId);
  }
}

const tierName = (place: number): Statement => [sql`tier_1`, sql`tier_2`, sql`tier_3`][place]!;
/** The bits alone, without their number in front. */
const bytesOf = (bits: Statement): Statement => sql`substr(bit_send(${bits}), 5)`;

/** The bytes of each block. */
const byBlock = (blocks: readonly number[], bits: Buffer | null): Map<number, Uint8Array> =>
  new Map(
    bits === null
      ? []
      : blocks.map((block, at) => [block, bits.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES)]),
  );
