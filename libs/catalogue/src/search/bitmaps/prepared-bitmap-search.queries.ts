import { sql, type AnyReader, type Statement } from '@app/database';
import type { PortalVisibility } from '../../visibility.queries.js';
import type { Range } from '../catalogue-index.js';
import { countCodes } from '../facet-counts.queries.js';
import { quote } from '../keyword.js';
import { tierOf, type Tiers } from '../relevance.queries.js';
import type { TextCondition } from '../text-conditions.js';
import type { VisibleKeys } from './visible-keys.queries.js';
import type { BitmapCondition } from './bitmap-condition.queries.js';
import { BLOCK_BYTES, countPlaces } from './blocks.js';
import type { Columns, ColumnVersions } from './columns.queries.js';
import { addCodes, tiersOfMatches, withinRanges } from './matches.js';
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

/** What a search found in bitmaps and in documents that these do not tell about. */
interface Found {
  blocks: number[];
  /** The bits that match, block after block; and those of each tier, if it may be on the page. */
  bits: Buffer | null;
  tier_1: Buffer | null;
  tier_2: Buffer | null;
  tier_3: Buffer | null;
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
    private readonly mostDirect: number,
  ) {}

  /**
   * Total and counts of facet codes; and the page by relevance, for a keyword.
   * @param facets numbers of the facets to count; undefined: total and facets are known
   * @param page undefined: not by relevance, or none is wanted
   * @returns undefined if the documents are to be asked instead: bits and columns cannot be had together, or too many
   *   documents have neither
   */
  async count(
    facets: readonly number[] | undefined,
    page: { offset: number; limit: number } | undefined,
  ): Promise<BitmapCount | undefined> {
    const { text, prices, durations } = this.search;
    const ranked = page && text.tiers;
    const counts = facets !== undefined && facets.length > 0;
    const isFiltered = prices !== undefined || durations !== undefined;
    const found = await this.#find(ranked && page.offset + page.limit, counts, isFiltered);
    if (!found || found.has_too_many) return undefined;
    const bits = inBlocks(found.bits);
    const places = bits.flatMap((one, place) => (one.some((byte) => byte > 0) ? [place] : []));
    const inBits = places.map((place) => ({ block: found.blocks[place]!, bits: bits[place]! }));
    const blocks = new Set(inBits.map(({ block }) => block));
    const versions = (found.versions ?? []).filter(([block]) => blocks.has(block));
    const names = (counts || isFiltered ? 1 : 0) + (ranked ? 1 : 0);
    if (versions.length < blocks.size * names) return undefined;
    const columns = await this.columns.read(versions);
    if (!columns) return undefined;
    const all = isFiltered ? withinRanges(inBits, columns.values, { prices, durations }) : inBits;
    const codes = countCodes(found.direct_codes ?? '', facets ?? []);
    if (counts) addCodes(codes, all, columns.values, facets);
    const tiers = [found.tier_1, found.tier_2, found.tier_3]
      .filter((tier) => tier !== null)
      .map((tier) => {
        const bitsOfTier = inBlocks(tier);
        return places.map((place) => bitsOfTier[place]!);
      });
    return {
      total: all.reduce((sum, one) => sum + countPlaces(one.bits), found.direct_total),
      counts: codes,
      ids: ranked
        ? await this.#page(tiersOfMatches(all, tiers, columns.bands), found.direct ?? [], page)
        : [],
    };
  }

  /** @param most how many of the best are wanted; undefined: none */
  async #find(most: number | undefined, counts: boolean, isFiltered: boolean): Promise<Found | undefined> {
    const { tiers } = this.search.text;
    const names = [...(counts || isFiltered ? ['values'] : []), ...(most === undefined ? [] : ['bands'])];
    return this.reader.one<Found>(
      sql`
      with ${this.#directSteps(tiers)}, ${this.#matchSteps()}
      select coalesce(array_agg(block order by block), '{}') as blocks,
             string_agg(${bytesOf(sql`bits`)}, '' order by block) as bits,
             ${this.#tierBits(most, isFiltered)},
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
               d.place > ${this.mostDirect}::int as is_beyond
          -- by this way and no other: with the search's own conditions Postgres would read whole lists of the index
          from (select *, row_number() over () as place from learning.search_doc d where ${way}
                 limit ${this.mostDirect + 1}::int) d
         where d.place > ${this.mostDirect}::int or (${matching})`,
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
    const tierBits = tiers.map((tier, place) => sql`, ${tier.bits ?? NONE} as ${tierName(place)}`);
    return sql`
      mask as materialized (
        select lo_id / 32000 as block, learning.bits_of(array_agg(lo_id % 32000)) as bits
          from (select lo_id from changed union all select lo_id from direct) u group by 1),
      match as materialized (
        select k.block, case when m.bits is null then k.bits else k.bits & ~m.bits end as bits
               ${sql.join(
                 tiers.map((_, place) => sql`, k.${tierName(place)}`),
                 ' ',
               )}
          from (select block, ${bits} as bits ${sql.join(tierBits, ' ')}
                  from learning.search_bitmaps where key = any(${keys}::text[]) group by block) k
          left join mask m on m.block = k.block)`;
  }

  /** The bits of each tier; of the best one alone if it has `most` matches: then no other is on the page. */
  #tierBits(most: number | undefined, isFiltered: boolean): Statement {
    const { tiers } = this.conditions;
    const isEnough = sql`sum(bit_count(bits & tier_1)) >= ${most}::int`;
    const bits = [0, 1, 2].map((place) => {
      if (most === undefined || place >= tiers.length) return sql`null::bytea as ${tierName(place)}`;
      const all = sql`string_agg(${bytesOf(tierName(place))}, '' order by block)`;
      return place === 0 || isFiltered
        ? sql`${all} as ${tierName(place)}`
        : sql`case when ${isEnough} then null else ${all} end as ${tierName(place)}`;
    });
    return sql.join(bits);
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
const inBlocks = (bits: Buffer | null): Uint8Array[] =>
  Array.from({ length: (bits?.length ?? 0) / BLOCK_BYTES }, (_, at) =>
    bits!.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES),
  );
