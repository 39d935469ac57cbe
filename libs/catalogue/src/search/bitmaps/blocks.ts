/** How many documents a block of bitmaps has; the migration `search-bitmaps` says it, too. */
export const BLOCK = 32_000;
/** Bytes of the bits of a block. The first place is the highest bit of the first byte. */
export const BLOCK_BYTES = BLOCK / 8;

/** The place of the first document among those of a byte that is not 0. */
export const firstOf = (byte: number): number => Math.clz32(byte) - 24;
/** The bit of a place in its byte. */
export const bitOf = (place: number): number => 0x80 >> (place & 7);

/** How many bits of a byte are set. */
const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function countPlaces(bits: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += ones[bits[at]!]!;
  return count;
}
