import { BLOCK } from './blocks.js';

/** What the documents of a block are filtered and counted by, as `learning.search_columns` has it under `values`. */
export interface BlockValues {
  /** Hundredths, by place. */
  prices: Int32Array;
  durations: Int32Array;
  /** Where the facet codes of each document end in `codes`; they begin where those of the one before end. */
  ends: Uint32Array;
  codes: Uint16Array | Int32Array;
  /** The highest of the codes. */
  most: number;
}

/** One document of a block. */
export interface PlacedValues {
  place: number;
  price: number;
  duration: number;
  codes: readonly number[];
}

export const emptyValues = (): BlockValues => ({
  prices: new Int32Array(BLOCK),
  durations: new Int32Array(BLOCK),
  ends: new Uint32Array(BLOCK),
  codes: new Uint16Array(),
  most: 0,
});

const highest = (codes: Iterable<number>): number => {
  let most = 0;
  for (const code of codes) if (code > most) most = code;
  return most;
};

export function codesAt({ ends, codes }: BlockValues, place: number): Uint16Array | Int32Array {
  return codes.subarray(place === 0 ? 0 : ends[place - 1], ends[place]);
}

/** Whether any of these documents is not as the columns have it. */
export const differs = (values: BlockValues, at: ReadonlyMap<number, PlacedValues | undefined>): boolean =>
  [...at].some(
    ([place, document]) =>
      values.prices[place] !== (document?.price ?? 0) ||
      values.durations[place] !== (document?.duration ?? 0) ||
      codesAt(values, place).join() !== (document?.codes ?? []).join(),
  );

/** The same with other documents in some places. @param at by place; undefined: no document any more */
export function replaced(
  values: BlockValues,
  at: ReadonlyMap<number, PlacedValues | undefined>,
): BlockValues {
  const prices = Int32Array.from(values.prices);
  const durations = Int32Array.from(values.durations);
  const ends = new Uint32Array(BLOCK);
  const codes: number[] = [];
  for (let place = 0; place < BLOCK; place++) {
    if (at.has(place)) {
      const document = at.get(place);
      prices[place] = document?.price ?? 0;
      durations[place] = document?.duration ?? 0;
      for (const code of document?.codes ?? []) codes.push(code);
    } else {
      for (const code of codesAt(values, place)) codes.push(code);
    }
    ends[place] = codes.length;
  }
  const most = highest(codes);
  return { prices, durations, ends, codes: (most <= 0xffff ? Uint16Array : Int32Array).from(codes), most };
}

const FIXED = BLOCK * 4;
const HEADER = 4;

/** As bytes, little-endian: the bytes of a code, prices, durations, ends, codes. */
export function encodeValues({ prices, durations, ends, codes }: BlockValues): Buffer {
  const header = Int32Array.of(codes.BYTES_PER_ELEMENT);
  return Buffer.concat(
    [header, prices, durations, ends, codes].map((part) =>
      Buffer.from(part.buffer, part.byteOffset, part.byteLength),
    ),
  );
}

/** @returns undefined if there is nothing, or it is damaged */
export function decodeValues(data: Buffer | undefined): BlockValues | undefined {
  const behind = HEADER + 3 * FIXED;
  if (!data || data.length < behind) return undefined;
  // typed arrays begin at multiples of their element's size
  const bytes = new Uint8Array(data).buffer;
  const size = new Int32Array(bytes, 0, 1)[0];
  if (
    (size !== Uint16Array.BYTES_PER_ELEMENT && size !== Int32Array.BYTES_PER_ELEMENT) ||
    bytes.byteLength % size > 0
  )
    return undefined;
  const codes = new (size === Uint16Array.BYTES_PER_ELEMENT ? Uint16Array : Int32Array)(bytes, behind);
  const ends = new Uint32Array(bytes, HEADER + 2 * FIXED, BLOCK);
  const isInOrder = ends.every((end, place) => place === 0 || end >= ends[place - 1]!);
  if (!isInOrder || ends[BLOCK - 1] !== codes.length) return undefined;
  return {
    prices: new Int32Array(bytes, HEADER, BLOCK),
    durations: new Int32Array(bytes, HEADER + FIXED, BLOCK),
    ends,
    codes,
    most: highest(codes),
  };
}

/** How popular the documents of a block are, by place. @returns undefined if there is nothing, or it is damaged */
export const decodeBands = (data: Buffer | undefined): Uint8Array | undefined =>
  data?.length === BLOCK ? new Uint8Array(data) : undefined;
