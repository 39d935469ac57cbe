import Negotiator from 'negotiator';

/** The charset of our answers: whoever asks for a text in UTF-8 asks for ours. */
const inUtf8 = (type: string): string => `${type};charset=utf-8`;

/**
 * Which of the media types that we have is liked best: by quality, then the one named most exactly, then the one named
 * first, then our own order. The first of ours when none is taken. Source: RFC 9110 12.5.1.
 */
export function preferredType<T extends string>(accept: string | undefined, ours: readonly [T, ...T[]]): T {
  const types = ours.map(inUtf8);
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  return ours[types.indexOf(best ?? inUtf8(ours[0]))]!;
}
