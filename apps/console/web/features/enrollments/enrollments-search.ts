import { PAGE_ROWS } from '../../api/page-rows.js';
import { dropUndefined, readName, readNumber, type SearchParams } from '../../ui/search-params.js';

export const enrollmentStatusNames = ['not-started', 'in-progress', 'completed'] as const;
export type EnrollmentStatusName = (typeof enrollmentStatusNames)[number];
export const historyNames = ['archived', 'all'] as const;
export type HistoryName = (typeof historyNames)[number];

/** Filters of the list of enrollments, as they stand in the address. */
export interface EnrollmentsSearch {
  status?: EnrollmentStatusName;
  user_id?: number;
  lo_id?: number;
  /** Live ones alone, unless it says otherwise. */
  history?: HistoryName;
  /** Unix seconds; changed at or after this time. */
  since?: number;
  /** Whether enrollments that belong to another one, as those in parts of a course, are left out. */
  parts?: 'none';
}

/** Reads filters from an address; what is not understood is left out. */
export const readEnrollmentsSearch = (search: SearchParams): EnrollmentsSearch =>
  dropUndefined({
    status: readName(enrollmentStatusNames, search['status']),
    user_id: readNumber(search['user_id']),
    lo_id: readNumber(search['lo_id']),
    history: readName(historyNames, search['history']),
    since: readNumber(search['since']),
    parts: readName(['none'], search['parts']),
  });

/** The same filters as parameters of the API. */
export const toEnrollmentsQuery = ({ status, user_id, lo_id, history, since, parts }: EnrollmentsSearch) => ({
  ...(status && { status: [status] }),
  ...(user_id !== undefined && { user_id }),
  ...(lo_id !== undefined && { lo_id }),
  ...(history && { archived: history === 'all' ? ('all' as const) : ('true' as const) }),
  ...(since !== undefined && { updated: since }),
  ...(parts && { exclude_child_enrollments: true }),
});

/** Parts that answers have besides; the API refuses names to those who may not read people. */
export const includedParts = (scopes: readonly string[]): string[] =>
  scopes.includes('user.read') ? ['lo', 'user'] : ['lo'];

/** A page of the list, as it is asked for. */
export const toEnrollmentsPage = (search: EnrollmentsSearch, offset: number, scopes: readonly string[]) => ({
  limit: PAGE_ROWS,
  offset,
  include: includedParts(scopes),
  ...toEnrollmentsQuery(search),
});
