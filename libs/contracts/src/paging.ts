import { z } from 'zod';
import { Integer } from './values.js';

export const MAX_LIMIT = 50;
/** `offset + limit` must not exceed this (specification, Limits). */
export const MAX_WINDOW = 10_000;

/** `offset` and `limit` of a list; the default limit differs by list (contract 1.11). */
export const paging = (defaultLimit = 20) => ({
  offset: Integer.pipe(z.int().min(0).max(MAX_WINDOW)).default(0).describe('How many items to skip.'),
  limit: Integer.pipe(z.int().min(0).max(MAX_LIMIT))
    .default(defaultLimit)
    .describe('How many items to return; 0 returns only the total.'),
});

/** Refuses a window over {@link MAX_WINDOW}; the error names `offset`. */
export const withinWindow = (page: { offset: number; limit: number }): boolean =>
  page.offset + page.limit <= MAX_WINDOW;
export const windowError = {
  path: ['offset'],
  message: `offset + limit must not exceed ${MAX_WINDOW}`,
};

/**
 * A list answer: `total` is the total number of matches (contract 1.6).
 * @param more further members of the answer, optionally with an example
 */
export function listSchema<T extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  item: T,
  id: string,
  more = {} as More,
) {
  const { example } = item.meta() ?? {};
  const examples = Object.entries(more).flatMap(([name, schema]) => {
    const shown = (schema as z.ZodType).meta()?.example;
    return shown === undefined ? [] : [[name, shown] as const];
  });
  const hits = example === undefined ? [] : [example];
  return z
    .object({ total: z.int().min(0), hits: z.array(item), ...more })
    .meta({ id, example: { total: hits.length, hits, ...Object.fromEntries(examples) } });
}

/** The member that continues a list after the window. */
export const NextCursor = z
  .string()
  .optional()
  .meta({ description: 'Send it as `cursor` to get the next page; absent on the last page.' });
