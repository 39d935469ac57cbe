import { keepPreviousData } from '@tanstack/react-query';
import { PAGE_ROWS } from './page-rows.js';

/** No list leads further; a search does. */
const LAST_OFFSET = 9_950;

/** Where the next page begins; undefined behind the last one. */
function nextOffset({ total }: { total: number }, _: unknown, offset: number): number | undefined {
  const next = offset + PAGE_ROWS;
  return next < total && next <= LAST_OFFSET ? next : undefined;
}

/** Options of a list in pages, as far as it leads. The rows of the former filter stay until others come. */
export const offsetPages = {
  placeholderData: keepPreviousData,
  initialPageParam: 0,
  getNextPageParam: nextOffset,
};
