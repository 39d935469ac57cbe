import { readNumber, type SearchParams } from '../../ui/search-params.js';

/** How many enrollments a content has at least; 0 shows those without any too. */
export const leastCounts = [1, 0, 10, 100] as const;
type LeastCount = (typeof leastCounts)[number];

/** Filters of the counts, as they stand in the address: one content, or those with this many enrollments. */
export interface AggregatesSearch {
  lo_id?: number;
  /** 1, unless it says otherwise. */
  least?: Exclude<LeastCount, 1>;
}

/** Reads filters from an address; what is not understood is left out. */
export function readAggregatesSearch(search: SearchParams): AggregatesSearch {
  const loId = readNumber(search['lo_id']);
  if (loId !== undefined) return { lo_id: loId };
  const least = leastCounts.find((count) => count === readNumber(search['least'])) ?? 1;
  return least === 1 ? {} : { least };
}

/** The same filters as parameters of the API: a content that somebody has chosen is shown without enrollments too. */
export const toAggregatesQuery = ({ lo_id: loId, least }: AggregatesSearch) =>
  loId === undefined ? { min_enrollment_count: least ?? 1 } : { lo_ids: [loId] };
