/** How many documents a block of bitmaps has; the migration `search-bitmaps` says it, too. */
export const BLOCK = 32_000;
/** Bytes of the bits of a block. The first place is the highest bit of the first byte. */
export const BLOCK_BYTES = BLOCK / 8;

/** How many bits of a byte are set. */
const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export const hasPlace = (bits: Uint8Array, place: number): boolean =>
  (bits[place >> 3]! & (0x80 >> (place & 7))) !== 0;

/** The places whose bits are set, in ascending order. @param bits of one block */
export function placesOf(bits: Uint8Array): Uint16Array {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += ones[bits[at]!]!;
  const places = new Uint16Array(count);
  for (let at = 0, next = 0; next < count; at++) {
    for (let byte = bits[at]!; byte !== 0; next++) {
      const first = Math.clz32(byte) - 24;
      byte &= ~(0x80 >> first);
      places[next] = at * 8 + first;
    }
  }
  return places;
}
