/** What an Accept header says of one media type. */
interface Preference {
  /** 0: not taken. */
  quality: number;
  /** 2: named itself; 1: by `type/*`; 0: by an asterisk for everything. */
  exactness: number;
  /** Place in the header. */
  place: number;
}

/** How a media type is liked; the most exact range decides. Source: RFC 9110 12.5.1. */
export function preferenceFor(accept: string, type: string): Preference {
  const ranges = ['*/*', `${type.split('/', 1)[0]}/*`, type];
  let best: Preference = { quality: 0, exactness: -1, place: Infinity };
  accept.split(',').forEach((part, place) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const exactness = ranges.indexOf(name!);
    if (exactness <= best.exactness) return;
    const q = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    best = { quality: Number.isFinite(q) ? q : 0, exactness, place };
  });
  return best;
}

/**
 * Which of the media types that we have is liked best: by quality, then the one named most exactly, then the one named
 * first, then our own order. The first of ours when none is taken.
 */
export function preferredType<T extends string>(accept: string | undefined, ours: readonly [T, ...T[]]): T {
  const [best] = ours
    .map((type) => ({ type, ...preferenceFor(accept ?? '*/*', type) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.exactness - a.exactness || a.place - b.place);
  return best?.type ?? ours[0];
}
