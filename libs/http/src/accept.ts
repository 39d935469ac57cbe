import Negotiator from 'negotiator';

/** Our answers are in UTF-8, so a request for a type in UTF-8 matches them. */
const inUtf8 = (type: string): string => `${type};charset=utf-8`;

/**
 * The preferred one of the offered media types: by quality, then the most specific range, then the first named, then
 * our own order. Returns our first one if none is acceptable. Source: RFC 9110 12.5.1.
 */
export function preferredType<T extends string>(accept: string | undefined, ours: readonly [T, ...T[]]): T {
  const types = ours.map(inUtf8);
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  return ours[types.indexOf(best ?? inUtf8(ours[0]))]!;
}
