import { z } from 'zod';
import { Text } from './values.js';

export interface Sorting<Key extends string = string> {
  key: Key;
  direction: 'asc' | 'desc';
}

/** A key of a list's order, in any letter case: `title`, `title:asc` or `title:desc`. */
export const sortingBy = <Key extends string>(keys: readonly Key[]) =>
  Text.transform((text, context): Sorting<Key> => {
    const [key, direction, ...rest] = text.toLowerCase().split(':');
    const sortKey = keys.find((name) => name === key);
    const isDirection = direction === undefined || direction === 'asc' || direction === 'desc';
    if (!sortKey || !isDirection || rest.length > 0) {
      context.addIssue({ code: 'custom', message: `must be one of ${keys.join(', ')}, with :asc or :desc` });
      return z.NEVER;
    }
    return { key: sortKey, direction: direction ?? 'asc' };
  });
