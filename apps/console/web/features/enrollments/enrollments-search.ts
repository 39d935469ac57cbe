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

/** A number of an address: 0 or more. */
export const readNumber = (value: unknown): number | undefined => {
  const number = value === '' || value === null ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** Reads filters from an address; what is not understood is left out. */
export function readEnrollmentsSearch(search: Record<string, unknown>): EnrollmentsSearch {
  const filters = {
    status: enrollmentStatusNames.find((name) => name === search['status']),
    user_id: readNumber(search['user_id']),
    lo_id: readNumber(search['lo_id']),
    history: historyNames.find((name) => name === search['history']),
    since: readNumber(search['since']),
    parts: search['parts'] === 'none' ? search['parts'] : undefined,
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** The same filters as parameters of the API. */
export const toEnrollmentsQuery = ({ status, user_id, lo_id, history, since, parts }: EnrollmentsSearch) => ({
  ...(status && { status: [status] }),
  ...(user_id !== undefined && { user_id }),
  ...(lo_id !== undefined && { lo_id }),
  ...(history && { archived: history === 'all' ? ('all' as const) : ('true' as const) }),
  ...(since !== undefined && { updated: since }),
  ...(parts && { exclude_child_enrollments: true }),
});

export const ENROLLMENTS_PAGE = 50;

/** Parts that answers have besides; the API refuses names to those who may not read people. */
export const includedParts = (scopes: readonly string[]): string[] =>
  scopes.includes('user.read') ? ['lo', 'user'] : ['lo'];

/** A page of the list, as it is asked for. */
export const toEnrollmentsPage = (search: EnrollmentsSearch, offset: number, scopes: readonly string[]) => ({
  limit: ENROLLMENTS_PAGE,
  offset,
  include: includedParts(scopes),
  ...toEnrollmentsQuery(search),
});

/** Where the browser gets all matching enrollments as a file. */
export function enrollmentsExportAddress(search: EnrollmentsSearch): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(toEnrollmentsQuery(search))) query.set(name, String(value));
  return `/bff/download/v2/enrollments/export?${query.toString()}`;
}
