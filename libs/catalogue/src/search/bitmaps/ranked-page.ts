/** A match with what it is sorted by. */
export interface Ranked {
  /** 0 is best. */
  tier: number;
  /** Of its popularity; 0 is none. */
  band: number;
  /** undefined: only the band is known. */
  popularity?: number;
  loId: number;
}

/** Ids in ascending order, by band. */
export type Bands = Map<number, number[]>;

/**
 * The matches of all bands that a page reaches, and how many come before them.
 * @param tiers those in bitmaps, from tier 1 on; read as far as the page reaches
 * @param direct those outside, at least as many of the best as the page's end
 */
export function reachedBy(
  tiers: Iterable<Bands>,
  direct: readonly Ranked[],
  offset: number,
  limit: number,
): { matches: Ranked[]; before: number } {
  const matches: Ranked[] = [];
  const end = offset + limit;
  let before = 0;
  let upTo = 0;
  const take = (tier: number, bands: Bands): void => {
    const beside = Map.groupBy(
      direct.filter((one) => one.tier === tier),
      ({ band }) => band,
    );
    for (const band of [...new Set([...bands.keys(), ...beside.keys()])].sort((one, other) => other - one)) {
      if (upTo >= end) return;
      const ids = bands.get(band) ?? [];
      const others = beside.get(band) ?? [];
      upTo += ids.length + others.length;
      if (upTo <= offset) {
        before = upTo;
        continue;
      }
      // where nobody is popular, the order is that of the ids
      const first = band === 0 ? ids.slice(0, end - before) : ids;
      matches.push(...others);
      for (const loId of first) matches.push({ tier, band, loId, ...(band === 0 && { popularity: 0 }) });
    }
  };
  take(0, new Map());
  let tier = 0;
  for (const bands of tiers) {
    take(++tier, bands);
    if (upTo >= end) break;
  }
  return { matches, before };
}

/** Best tier first, then most popular, then by id. */
export const inOrder = <T extends Required<Ranked>>(matches: T[]): T[] =>
  matches.sort(
    (one, other) => one.tier - other.tier || other.popularity - one.popularity || one.loId - other.loId,
  );
