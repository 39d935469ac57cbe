import qs from 'qs';

/** At least 200 elements work (wire contract section 1); the longest lists are 10,000. */
export const maxElements = 10_000;

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

const parse = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    arrayLimit: maxElements,
    parameterLimit: maxElements * 2,
    depth: 6,
    allowPrototypes: false,
    plainObjects: false,
  });

/**
 * Query strings as partner clients write them: `tags[]=a`, `tags%5B%5D=a`, `tags[0]=a`, `tags=a`, nested ones
 * alike; a parameter with an empty value is absent. Source: wire contract section 1.
 */
export const parseQuery = (text: string): Record<string, unknown> =>
  (prune(parse(text)) as Record<string, unknown> | undefined) ?? {};

/** An urlencoded body of /v2 and /client, where an empty value is a value. */
export const parseForm = (text: string): Record<string, unknown> => parse(text);
