import { PAGE_ROWS } from '../../api/page-rows.js';
import { dropUndefined, readName, readText, type SearchParams } from '../../ui/search-params.js';

/** Filters of the list of people, as in the URL. */
export interface PeopleSearch {
  q?: string;
  status?: PersonStatusName;
  role?: RoleWord;
}

export const personStatusNames = ['active', 'blocked', 'closed'] as const;
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
  });

interface PeopleQuery {
  q?: string;
  status?: boolean;
  closed?: 'true';
  roles?: (typeof roleWords)[RoleWord][];
}

/** The same filters as parameters of the API. */
export function toPeopleQuery({ q, status, role }: PeopleSearch): PeopleQuery {
  return {
    ...(q && { q }),
    ...(status === 'closed' ? { closed: 'true' } : status && { status: status === 'active' }),
    ...(role && { roles: [roleWords[role]] }),
  };
}

/** The request for a page of the list. */
export const toPeoplePage = (search: PeopleSearch, offset: number) => ({
  limit: PAGE_ROWS,
  offset,
  ...toPeopleQuery(search),
});
