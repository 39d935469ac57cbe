import type { Range } from '../catalogue-index.js';
import { BLOCK, hasPlace } from './blocks.js';
import type { BlockValues } from './columns.js';
import type { Bands } from './ranked-page.js';

/** The matches in one block, by their places, which ascend. */
export interface BlockMatches {
  block: number;
  places: Uint16Array;
}

/** Bits by block. */
export type BlockBits = ReadonlyMap<number, Uint8Array>;

/** Up to this code, codes are counted in a table. */
const MOST_IN_TABLE = 1 << 22;

export const countMatches = (matches: readonly BlockMatches[]): number =>
  matches.reduce((sum, { places }) => sum + places.length, 0);

/** Those whose price and duration are in one of the ranges; undefined: all are. */
export const withinRanges = (
  matches: readonly BlockMatches[],
  values: ReadonlyMap<number, BlockValues>,
  { prices, durations }: { prices: readonly Range[] | undefined; durations: readonly Range[] | undefined },
): BlockMatches[] =>
  matches.map(({ block, places }) => {
    const of = values.get(block)!;
    const ofPrice = prices ? keepWithin(places, of.prices, prices) : places;
    return { block, places: durations ? keepWithin(ofPrice, of.durations, durations) : ofPrice };
  });

/** The places whose value is in one of the ranges. */
function keepWithin(places: Uint16Array, column: Int32Array, ranges: readonly Range[]): Uint16Array {
  const least = ranges.map(({ min }) => min ?? -Infinity);
  const most = ranges.map(({ max }) => max ?? Infinity);
  return placesWhere(places, (place) => {
    const value = column[place]!;
    for (let one = 0; one < ranges.length; one++)
      if (value >= least[one]! && value <= most[one]!) return true;
    return false;
  });
}

function placesWhere(places: Uint16Array, meets: (place: number) => boolean): Uint16Array {
  const kept = new Uint16Array(places.length);
  let count = 0;
  for (let at = 0; at < places.length; at++) if (meets(places[at]!)) kept[count++] = places[at]!;
  return kept.subarray(0, count);
}

/** Adds to `counts` how often the matches have each code of these facets. */
export function addCodes(
  counts: Map<number, number>,
  matches: readonly BlockMatches[],
  values: ReadonlyMap<number, BlockValues>,
  facets: readonly number[],
): void {
  const most = matches.reduce((one, { block }) => Math.max(one, values.get(block)!.most), 0);
  const add = (code: number, count: number) => {
    if (facets.includes(code & 7)) counts.set(code, (counts.get(code) ?? 0) + count);
  };
  if (most >= MOST_IN_TABLE) {
    for (const { block, places } of matches)
      eachCode(places, values.get(block)!, (code) => {
        add(code, 1);
      });
    return;
  }
  const table = new Uint32Array(most + 1);
  for (const { block, places } of matches)
    eachCode(places, values.get(block)!, (code) => {
      table[code]!++;
    });
  for (let code = 0; code < table.length; code++) if (table[code]! > 0) add(code, table[code]!);
}

function eachCode(places: Uint16Array, { ends, codes }: BlockValues, call: (code: number) => void): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!;
    const end = ends[place]!;
    for (let one = place === 0 ? 0 : ends[place - 1]!; one < end; one++) call(codes[one]!);
  }
}

/** How many of the matches are in a tier. */
export const countInTier = (matches: readonly BlockMatches[], tier: BlockBits): number =>
  matches.reduce((sum, { block, places }) => {
    const bits = tier.get(block);
    return bits ? places.reduce((count, place) => count + (hasPlace(bits, place) ? 1 : 0), sum) : sum;
  }, 0);

/**
 * The matches of one tier after the other by band, each in the best that it is in; the last tier is that of the rest.
 * @param tiers the bits of each tier but the last
 */
export function* tiersOfMatches(
  matches: readonly BlockMatches[],
  tiers: readonly BlockBits[],
  bandsOf: ReadonlyMap<number, Uint8Array>,
): Generator<Bands> {
  let left = matches;
  for (const tier of tiers) {
    const bands: Bands = new Map();
    left = left.map(({ block, places }) => {
      const bits = tier.get(block);
      if (!bits) return { block, places };
      const column = bandsOf.get(block)!;
      const others = placesWhere(places, (place) => {
        const isInTier = hasPlace(bits, place);
        if (isInTier) addPlace(bands, column[place]!, block * BLOCK + place);
        return !isInTier;
      });
      return { block, places: others };
    });
    yield bands;
  }
  const rest: Bands = new Map();
  for (const { block, places } of left) {
    const column = bandsOf.get(block)!;
    for (const place of places) addPlace(rest, column[place]!, block * BLOCK + place);
  }
  yield rest;
}

function addPlace(bands: Bands, band: number, id: number): void {
  const ids = bands.get(band);
  if (ids) ids.push(id);
  else bands.set(band, [id]);
}
