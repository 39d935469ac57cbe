import { z } from 'zod';
import { MAX_ID, MAX_SECONDS } from './values.js';

/** The cursor of the first page. */
const FIRST_PAGE = '*';

/** A position in a list ordered by oldest change first. */
export interface CursorPosition {
  time: Date;
  id: number;
  /** Total number of matches, counted for the first page: counting them again would cost more than a page. */
  total?: number;
}

/** The opaque text of a position. */
const writeCursor = (position: CursorPosition): string =>
  Buffer.from([position.time.getTime(), position.id, position.total].join('.')).toString('base64url');

/**
 * `next_cursor` after a page of at most `limit` rows, if an extra row was read; none after the last page.
 * @param start the position at which the page began
 */
export function nextCursor(
  rows: readonly { updated_time: Date; id: number }[],
  limit: number,
  start: CursorPosition | null,
  total: number,
): { next_cursor?: string } {
  if (rows.length <= limit) return {};
  const last = rows[limit - 1];
  const position = last ? { time: last.updated_time, id: last.id } : start;
  return { next_cursor: position ? writeCursor({ ...position, total }) : FIRST_PAGE };
}

/** `*` for the first page, then the value of `next_cursor`; parsed as a position, or null for the beginning. */
export const Cursor = z.string().transform((text, context): CursorPosition | null => {
  if (text === FIRST_PAGE) return null;
  const match = /^(\d{1,15})\.(\d{1,15})(?:\.(\d{0,15}))?$/.exec(Buffer.from(text, 'base64url').toString());
  if (match && Number(match[1]) <= MAX_SECONDS * 1000 && Number(match[2]) <= MAX_ID)
    return {
      time: new Date(Number(match[1])),
      id: Number(match[2]),
      ...(match[3] ? { total: Number(match[3]) } : {}),
    };
  context.addIssue({ code: 'custom', message: 'is not a cursor returned by this list' });
  return z.NEVER;
});
