import { BadRequest } from '@app/kernel';
import qs from 'qs';

function prune(value: unknown): unknown {
  if (value === '') return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(prune).filter((item) => item !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value)
      .map(([key, item]) => [key, prune(item)] as const)
      .filter(([, item]) => item !== undefined);
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }
  return value;
}

const options = (maxList: number) => ({
  arrayLimit: maxList,
  parameterLimit: maxList * 2,
  depth: 6,
  allowPrototypes: false,
  plainObjects: false,
});

/**
 * Query strings as partner clients write them: `tags[]=a`, `tags%5B%5D=a`, `tags[0]=a`, `tags=a`, nested ones
 * alike; a parameter with an empty value is absent. Never throws: it runs before anything could answer. A list that is
 * longer than `maxList` is none, which its schema refuses. Source: wire contract section 1.
 */
export const queryParser =
  (maxList: number) =>
  (text: string): Record<string, unknown> =>
    (prune(qs.parse(text, options(maxList))) as Record<string, unknown> | undefined) ?? {};

/**
 * An urlencoded body of /v2 and /client, where an empty value is a value.
 * @throws BadRequest when a list is longer than `maxList`, or there are more than twice as many parameters
 */
export function parseForm(text: string, maxList: number): Record<string, unknown> {
  try {
    return qs.parse(text, { ...options(maxList), throwOnLimitExceeded: true });
  } catch {
    throw new BadRequest('invalid_form', `The body holds more than ${maxList} elements of one list.`);
  }
}
