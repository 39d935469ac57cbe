import { PAGE_ROWS } from '../../api/page-rows.js';
import { dropUndefined, readName, readNumber, readText, type SearchParams } from '../../ui/search-params.js';

/** Filters of the list of people, as in the URL. */
export interface PeopleSearch {
  q?: string;
  status?: PersonStatusName;
  role?: RoleWord;
  /** Unix seconds; has not signed in since. */
  login_before?: number;
  /** The name of a custom field of the portal, and its value. */
  field?: string;
  value?: string;
  sort?: PeopleSort;
}

export const INITIAL_PEOPLE_SORT = 'created_time:desc';
const peopleSorts = [
  INITIAL_PEOPLE_SORT,
  'last_name:asc',
  'last_name:desc',
  'last_login_time:asc',
  'last_login_time:desc',
] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const personStatusNames = ['active', 'invited', 'blocked', 'closed'] as const;
export type PersonStatusName = (typeof personStatusNames)[number];

/** The API's roles, by the names in text keys. */
export const roleWords = {
  administrator: 'Administrator',
  manager: 'Manager',
  content: 'Content administrator',
  learner: 'Learner',
} as const;
export type RoleWord = keyof typeof roleWords;
export const roleWordNames = Object.keys(roleWords) as RoleWord[];

/** Reads filters from a URL; invalid ones are ignored. */
export const readPeopleSearch = (search: SearchParams): PeopleSearch =>
  dropUndefined({
    q: readText(search['q']),
    status: readName(personStatusNames, search['status']),
    role: readName(roleWordNames, search['role']),
    login_before: readNumber(search['login_before']),
    field: readText(search['field']),
    value: readText(search['value']),
    sort: readName(peopleSorts, search['sort']),
  });

interface PeopleQuery {
  q?: string;
  state?: Exclude<PersonStatusName, 'closed'>[];
  closed?: 'true';
  roles?: (typeof roleWords)[RoleWord][];
  last_login_before?: number;
  custom_fields?: Record<string, string>;
}

/** The same filters as parameters of the API. */
export function toPeopleQuery(search: PeopleSearch): PeopleQuery {
  const { q, status, role, login_before: before, field, value } = search;
  return {
    ...(q && { q }),
    ...(status === 'closed' ? { closed: 'true' } : status && { state: [status] }),
    ...(role && { roles: [roleWords[role]] }),
    ...(before !== undefined && { last_login_before: before }),
    ...(field && value && { custom_fields: { [field]: value } }),
  };
}

/** The request for a page of the list. */
export const toPeoplePage = (search: PeopleSearch, cursor: string) => ({
  limit: PAGE_ROWS,
  ...toPeopleQuery(search),
  // the API sorts closed accounts only by their creation
  sort: (search.status !== 'closed' && search.sort) || INITIAL_PEOPLE_SORT,
  ...(cursor && { cursor }),
});
