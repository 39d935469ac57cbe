/** How many documents a block of bitmaps has; the migration `search-bitmaps` says it, too. */
export const BLOCK = 32_000;
/** Bytes of the bits of a block. The first place is the highest bit of the first byte: bit `0x80 >> (place & 7)`. */
export const BLOCK_BYTES = BLOCK / 8;

/** How many bits of a byte are set. */
const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function countPlaces(bits: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += ones[bits[at]!]!;
  return count;
}

/** How many places have both bits. */
export function countCommon(bits: Uint8Array, others: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += ones[bits[at]! & others[at]!]!;
  return count;
}
