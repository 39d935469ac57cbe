import { z } from 'zod';
import { Integer } from './values.js';

export const MAX_LIMIT = 50;
/** `offset + limit` must not exceed this (specification, Limits). */
export const MAX_WINDOW = 10_000;

/** `offset` and `limit` of a list; the default limit differs by list. */
export const paging = (defaultLimit = 20) => ({
  offset: Integer.pipe(z.int().min(0).max(MAX_WINDOW)).default(0).describe('How many items to skip.'),
  limit: Integer.pipe(z.int().min(0).max(MAX_LIMIT))
    .default(defaultLimit)
    .describe('How many items to return; 0 returns only the total.'),
});

/** Refuses a window beyond {@link MAX_WINDOW}; the error names `offset`. */
export const withinWindow = (page: { offset: number; limit: number }): boolean =>
  page.offset + page.limit <= MAX_WINDOW;
export const windowError = {
  path: ['offset'],
  message: `offset + limit must not exceed ${MAX_WINDOW}`,
};

/** A list answer: `total` is the size of the whole match. */
export const listOf = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ total: z.int().min(0), hits: z.array(item) }).meta({ id });
