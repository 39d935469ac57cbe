import { PAGE_ROWS } from '../../api/page-rows.js';
import { dropUndefined, readName, readNumber, type SearchParams } from '../../ui/search-params.js';

export const enrollmentStatusNames = ['not-started', 'in-progress', 'completed'] as const;
export type EnrollmentStatusName = (typeof enrollmentStatusNames)[number];
/** The states by which the list is filtered. */
export const enrollmentStateNames = [...enrollmentStatusNames, 'overdue'] as const;
export const historyNames = ['archived', 'all'] as const;
export type HistoryName = (typeof historyNames)[number];

/** Filters of the list of enrollments, as in the URL. */
export interface EnrollmentsSearch {
  status?: (typeof enrollmentStateNames)[number];
  user_id?: number;
  lo_id?: number;
  /** By default, only live ones. */
  history?: HistoryName;
  /** Unix seconds; changed at or after this time. */
  since?: number;
  /** Whether enrollments that belong to another one, such as those in parts of a course, are excluded. */
  parts?: 'none';
  sort?: EnrollmentsSort;
}

export const INITIAL_ENROLLMENTS_SORT = 'updated_time:desc';
const enrollmentsSorts = [
  INITIAL_ENROLLMENTS_SORT,
  'updated_time:asc',
  'status:asc',
  'status:desc',
  'due_date:asc',
  'due_date:desc',
] as const;
export type EnrollmentsSort = (typeof enrollmentsSorts)[number];

/** Reads filters from a URL; invalid ones are ignored. */
export const readEnrollmentsSearch = (search: SearchParams): EnrollmentsSearch =>
  dropUndefined({
    status: readName(enrollmentStateNames, search['status']),
    user_id: readNumber(search['user_id']),
    lo_id: readNumber(search['lo_id']),
    history: readName(historyNames, search['history']),
    since: readNumber(search['since']),
    parts: readName(['none'], search['parts']),
    sort: readName(enrollmentsSorts, search['sort']),
  });

/** The same filters as parameters of the API. */
export const toEnrollmentsQuery = ({ status, user_id, lo_id, history, since, parts }: EnrollmentsSearch) => ({
  ...(status === 'overdue' ? { overdue: true } : status && { status: [status] }),
  ...(user_id !== undefined && { user_id }),
  ...(lo_id !== undefined && { lo_id }),
  ...(history && { archived: history === 'all' ? ('all' as const) : ('true' as const) }),
  ...(since !== undefined && { updated: since }),
  ...(parts && { exclude_child_enrollments: true }),
});

/** Parts to include in answers; the API refuses names without the scope for reading people. */
export const includedParts = (scopes: readonly string[]): string[] =>
  scopes.includes('user.read') ? ['lo', 'user'] : ['lo'];

/** The request for a page of the list. */
export const toEnrollmentsPage = (search: EnrollmentsSearch, cursor: string, scopes: readonly string[]) => ({
  limit: PAGE_ROWS,
  include: includedParts(scopes),
  ...toEnrollmentsQuery(search),
  // the API does not sort archived enrollments by their due date
  sort: (!(search.history && search.sort?.startsWith('due_date')) && search.sort) || INITIAL_ENROLLMENTS_SORT,
  ...(cursor && { cursor }),
});
