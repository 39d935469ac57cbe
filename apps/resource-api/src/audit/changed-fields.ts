import { isDeepStrictEqual } from 'node:util';

/** The names of the sent fields whose values have changed. */
export const changedFields = (sent: object, before: object, after: object): string[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const [old, current] = [before, after].map((one) => (one as Record<string, unknown>)[name]);
    return value === undefined || isDeepStrictEqual(old, current) ? [] : name;
  });
