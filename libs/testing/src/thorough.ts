/** Whether searches take their long forms, as with `npm test -- --all`, which sets `THOROUGH=1`. */
export const isThorough = process.env['THOROUGH'] === '1';

/** Of how many one is taken where a search is not thorough. */
const SHARE = 10;
/** So many are all tried. */
const FEW = 5;

/**
 * The values that are tried in a place. A thorough search tries all of them, any other a tenth. The tenth differs
 * from place to place, so that all places together try everything.
 * @param place the number of the place, from 0
 */
export function triedIn<T>(place: number, all: readonly T[]): readonly T[] {
  if (isThorough || all.length <= FEW) return all;
  const share = Math.min(SHARE, all.length);
  return all.filter((_, index) => index % share === place % share);
}
