import { z } from 'zod';
import { Integer } from './values.js';

export const maxLimit = 50;
/** `offset + limit` must not exceed this (specification, Limits). */
export const maxWindow = 10_000;

/** `offset` and `limit` of a list; the default limit differs by list. */
export const paging = (defaultLimit = 20) => ({
  offset: Integer.pipe(z.int().min(0).max(maxWindow)).default(0).describe('How many items to skip.'),
  limit: Integer.pipe(z.int().min(0).max(maxLimit))
    .default(defaultLimit)
    .describe('How many items to return; 0 returns only the total.'),
});

/** Refuses a window beyond {@link maxWindow}; the error names `offset`. */
export const withinWindow = (page: { offset: number; limit: number }): boolean =>
  page.offset + page.limit <= maxWindow;
export const windowError = {
  path: ['offset'],
  message: `offset + limit must not exceed ${maxWindow}`,
};

/** A list answer: `total` is the size of the whole match. */
export const listOf = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ total: z.int().min(0), hits: z.array(item) }).meta({ id });
