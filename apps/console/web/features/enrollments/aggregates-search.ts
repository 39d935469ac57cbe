import { readNumber, type SearchParams } from '../../ui/search-params.js';

/** Minimum numbers of enrollments of a content; 0 includes content without any. */
export const leastCounts = [1, 0, 10, 100] as const;
type LeastCount = (typeof leastCounts)[number];

/** Filters of the counts, as in the URL: one content, or content with at least this many enrollments. */
export interface AggregatesSearch {
  lo_id?: number;
  /** 1 by default. */
  least?: Exclude<LeastCount, 1>;
}

/** Reads filters from a URL; invalid ones are ignored. */
export function readAggregatesSearch(search: SearchParams): AggregatesSearch {
  const loId = readNumber(search['lo_id']);
  if (loId !== undefined) return { lo_id: loId };
  const least = leastCounts.find((count) => count === readNumber(search['least'])) ?? 1;
  return least === 1 ? {} : { least };
}

/** The filters as parameters of the API. A chosen content is listed even without enrollments. */
export const toAggregatesQuery = ({ lo_id: loId, least }: AggregatesSearch) =>
  loId === undefined ? { min_enrollment_count: least ?? 1 } : { lo_ids: [loId] };
