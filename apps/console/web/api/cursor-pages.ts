import { keepPreviousData } from '@tanstack/react-query';

/** Options of a list whose pages go on by a cursor. The rows of the former filter stay until the new ones are loaded. */
export const cursorPages = {
  placeholderData: keepPreviousData,
  initialPageParam: '',
  getNextPageParam: (page: { next_cursor?: string | undefined }) => page.next_cursor,
};
