/** Whether searches are thorough, as with `npm test -- --all`, which sets `THOROUGH=1`. */
export const isThorough = process.env['THOROUGH'] === '1';

/** One of this many values is tried if a search is not thorough. */
const SHARE = 10;
/** Up to this many values, all are tried. */
const FEW = 5;

/**
 * The values to try for one input. A thorough search tries all of them, any other a tenth, which differs between
 * inputs, so that all inputs together try every value.
 * @param place the number of the input, from 0
 */
export function triedIn<T>(place: number, all: readonly T[]): readonly T[] {
  if (isThorough || all.length <= FEW) return all;
  const share = Math.min(SHARE, all.length);
  return all.filter((_, index) => index % share === place % share);
}
