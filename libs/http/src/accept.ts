import Negotiator from 'negotiator';

/** The charset of our answers: a request for a type in UTF-8 is a request for ours. */
const inUtf8 = (type: string): string => `${type};charset=utf-8`;

/**
 * The preferred one of the media types that we offer. They are compared by quality, then the one named most
 * specifically, then the one named first, then our own order. Our first one when none is acceptable. Source: RFC 9110
 * 12.5.1.
 */
export function preferredType<T extends string>(accept: string | undefined, ours: readonly [T, ...T[]]): T {
  const types = ours.map(inUtf8);
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  return ours[types.indexOf(best ?? inUtf8(ours[0]))]!;
}
