import { z } from 'zod';
import type { Sorting } from './sorting.js';
import { MAX_ID, MAX_SECONDS, Text } from './values.js';

/** The cursor of the first page. */
const FIRST_PAGE = '*';

interface PositionAfter {
  id: number;
  /** Total number of matches, counted for the first page: counting them again would cost more than a page. */
  total?: number;
}

/** A position in a list ordered by oldest change first. */
export interface ChangePosition extends PositionAfter {
  time: Date;
}

/** A position in a list with a `sort`. */
export interface SortedPosition extends PositionAfter {
  /** The sort of that list, such as `last_name:asc`. */
  order: string;
  /** What the list is sorted by, of the row before the position. */
  values: readonly string[];
}

export type CursorPosition = ChangePosition | SortedPosition;

const toOrder = ({ key, direction }: Sorting): string => `${key}:${direction}`;

/** The opaque text of a position. */
const writeCursor = (position: CursorPosition): string => {
  const { id, total } = position;
  const text =
    'order' in position
      ? JSON.stringify([position.order, position.values, id, total])
      : [position.time.getTime(), id, total].join('.');
  return Buffer.from(text).toString('base64url');
};

interface ListedRow {
  updated_time: Date;
  id: number;
  /** The values by which the list is sorted, if the request has a `sort`. */
  sort_values?: readonly string[];
}

interface CursorQuery {
  limit: number;
  sort?: Sorting | undefined;
  /** The position at which the page began. */
  cursor?: CursorPosition | null | undefined;
}

/** `next_cursor` after a page of at most `limit` rows, if an extra row was read; none after the last page. */
export function nextCursor(
  rows: readonly ListedRow[],
  { limit, sort, cursor }: CursorQuery,
  total: number,
): { next_cursor?: string } {
  if (rows.length <= limit) return {};
  const last = rows[limit - 1];
  if (!last) return { next_cursor: cursor ? writeCursor({ ...cursor, total }) : FIRST_PAGE };
  const { id, updated_time: time, sort_values: values = [] } = last;
  const position = sort ? { order: toOrder(sort), values, id, total } : { time, id, total };
  return { next_cursor: writeCursor(position) };
}

export const NOT_A_CURSOR = 'is not a cursor returned by this list';

const SortedCursor = z.tuple([z.string(), z.array(Text), z.int().min(0).max(MAX_ID), z.int().min(0)]);

/** The position in a sorted list; undefined if the text is none. */
function readSorted(text: string): SortedPosition | undefined {
  try {
    const [order, values, id, total] = SortedCursor.parse(JSON.parse(text));
    return { order, values, id, total };
  } catch {
    return undefined;
  }
}

/** `*` for the first page, then the value of `next_cursor`; parsed as a position, or null for the beginning. */
export const Cursor = z.string().transform((text, context): CursorPosition | null => {
  if (text === FIRST_PAGE) return null;
  const position = Buffer.from(text, 'base64url').toString();
  const match = /^(\d{1,15})\.(\d{1,15})(?:\.(\d{0,15}))?$/.exec(position);
  if (match && Number(match[1]) <= MAX_SECONDS * 1000 && Number(match[2]) <= MAX_ID)
    return {
      time: new Date(Number(match[1])),
      id: Number(match[2]),
      ...(match[3] ? { total: Number(match[3]) } : {}),
    };
  const sorted = readSorted(position);
  if (sorted) return sorted;
  context.addIssue({ code: 'custom', message: NOT_A_CURSOR });
  return z.NEVER;
});

/** The position at which a page of a sorted list begins; null for the beginning. */
export const sortedPosition = (cursor: CursorPosition | null | undefined): SortedPosition | null =>
  cursor && 'order' in cursor ? cursor : null;

/** The position at which a page of changes begins; null for the beginning. */
export const changePosition = (cursor: CursorPosition | null | undefined): ChangePosition | null =>
  cursor && 'time' in cursor ? cursor : null;

/** Refuses the cursor of a list with another sort. */
export const isCursorOfSort = ({ sort, cursor }: Omit<CursorQuery, 'limit'>): boolean =>
  !cursor || ('order' in cursor ? cursor.order : undefined) === (sort && toOrder(sort));
export const cursorError = { path: ['cursor'], message: NOT_A_CURSOR };

/** Refuses an offset in a sorted list: every skipped row would be read. */
export const isPagedBySort = ({ sort, offset }: { sort?: Sorting | undefined; offset: number }): boolean =>
  sort === undefined || offset === 0;
export const sortedOffsetError = { path: ['offset'], message: 'with sort, send cursor instead' };
