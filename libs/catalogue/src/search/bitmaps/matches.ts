import type { Range } from '../catalogue-index.js';
import { BLOCK, countCommon, countPlaces } from './blocks.js';
import type { BlockValues } from './columns.js';
import type { Bands } from './ranked-page.js';

// The loops over bits below run for every match of a search, hence the place of a byte's first bit is computed in each of
// them: functions of another file called for it doubled what they cost.

/** The matches in one block. */
export interface BlockMatches {
  block: number;
  bits: Uint8Array;
}

/** Bits by block. */
export type BlockBits = ReadonlyMap<number, Uint8Array>;

/** Up to this code, codes are counted in a table. */
const MOST_IN_TABLE = 1 << 22;

/** Of the blocks that have any. */
export const matchesIn = (bitsOf: BlockBits): BlockMatches[] =>
  [...bitsOf].filter(([, bits]) => bits.some((byte) => byte > 0)).map(([block, bits]) => ({ block, bits }));

export const countMatches = (matches: readonly BlockMatches[]): number =>
  matches.reduce((sum, { bits }) => sum + countPlaces(bits), 0);

/** How many of the matches are in a tier. */
export const countInTier = (matches: readonly BlockMatches[], tier: BlockBits): number =>
  matches.reduce((sum, { block, bits }) => {
    const ofTier = tier.get(block);
    return ofTier ? sum + countCommon(bits, ofTier) : sum;
  }, 0);

/** Those whose price and duration are in one of the ranges; undefined: all are. */
export const withinRanges = (
  matches: readonly BlockMatches[],
  values: ReadonlyMap<number, BlockValues>,
  { prices, durations }: { prices: readonly Range[] | undefined; durations: readonly Range[] | undefined },
): BlockMatches[] =>
  matches.map(({ block, bits }) => {
    const of = values.get(block)!;
    const left = Uint8Array.from(bits);
    if (prices) keepWithin(left, of.prices, prices);
    if (durations) keepWithin(left, of.durations, durations);
    return { block, bits: left };
  });

/** Takes the places out whose value is in none of the ranges. */
function keepWithin(bits: Uint8Array, column: Int32Array, ranges: readonly Range[]): void {
  const least = ranges.map(({ min }) => min ?? -Infinity);
  const most = ranges.map(({ max }) => max ?? Infinity);
  for (let at = 0; at < bits.length; at++) {
    for (let byte = bits[at]!; byte !== 0;) {
      const first = Math.clz32(byte) - 24;
      byte &= ~(0x80 >> first);
      const value = column[at * 8 + first]!;
      let isWithin = false;
      for (let one = 0; one < ranges.length; one++) isWithin ||= value >= least[one]! && value <= most[one]!;
      if (!isWithin) bits[at]! &= ~(0x80 >> first);
    }
  }
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
    for (const { block, bits } of matches)
      eachCode(bits, values.get(block)!, (code) => {
        add(code, 1);
      });
    return;
  }
  const table = new Uint32Array(most + 1);
  for (const { block, bits } of matches)
    eachCode(bits, values.get(block)!, (code) => {
      table[code]!++;
    });
  table.forEach((count, code) => {
    if (count > 0) add(code, count);
  });
}

function eachCode(bits: Uint8Array, { ends, codes }: BlockValues, call: (code: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let byte = bits[at]!; byte !== 0;) {
      const first = Math.clz32(byte) - 24;
      byte &= ~(0x80 >> first);
      const place = at * 8 + first;
      const end = ends[place]!;
      for (let one = place === 0 ? 0 : ends[place - 1]!; one < end; one++) call(codes[one]!);
    }
  }
}

/**
 * The matches of one tier after the other by band, each in the best that it is in; the last tier is that of the rest.
 * @param tiers the bits of each tier but the last
 */
export function* tiersOfMatches(
  matches: readonly BlockMatches[],
  tiers: readonly BlockBits[],
  bandsOf: ReadonlyMap<number, Uint8Array>,
): Generator<Bands> {
  const left = matches.map(({ block, bits }) => ({ block, bits: Uint8Array.from(bits) }));
  for (const tier of tiers) {
    const bands: Bands = new Map();
    for (const { block, bits } of left) {
      const ofTier = tier.get(block);
      if (ofTier) addPlaces(bands, block, bits, ofTier, bandsOf.get(block)!);
    }
    yield bands;
  }
  const rest: Bands = new Map();
  for (const { block, bits } of left) addPlaces(rest, block, bits, undefined, bandsOf.get(block)!);
  yield rest;
}

/** Moves the places that are in the tier, too, from the bits to the bands. @param tier undefined: all */
function addPlaces(
  bands: Bands,
  block: number,
  bits: Uint8Array,
  tier: Uint8Array | undefined,
  column: Uint8Array,
): void {
  const base = block * BLOCK;
  for (let at = 0; at < bits.length; at++) {
    const found = bits[at]! & (tier?.[at] ?? 0xff);
    for (let byte = found; byte !== 0;) {
      const first = Math.clz32(byte) - 24;
      byte &= ~(0x80 >> first);
      const place = at * 8 + first;
      const ids = bands.get(column[place]!);
      if (ids) ids.push(base + place);
      else bands.set(column[place]!, [base + place]);
    }
    bits[at]! &= ~found;
  }
}
