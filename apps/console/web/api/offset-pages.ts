import { keepPreviousData } from '@tanstack/react-query';
import { PAGE_ROWS } from './page-rows.js';

/** The last offset of lists; users can find other rows by a search. */
const LAST_OFFSET = 9_950;

/** The offset of the next page; undefined after the last one. */
function nextOffset({ total }: { total: number }, _: unknown, offset: number): number | undefined {
  const next = offset + PAGE_ROWS;
  return next < total && next <= LAST_OFFSET ? next : undefined;
}

/** Options of a paged list. The rows of the former filter stay until the new ones are loaded. */
export const offsetPages = {
  placeholderData: keepPreviousData,
  initialPageParam: 0,
  getNextPageParam: nextOffset,
};
