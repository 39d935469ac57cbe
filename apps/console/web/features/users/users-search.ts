/** Filters of the list of people, as they stand in the address. */
export interface PeopleSearch {
  q?: string;
  status?: PersonStatusName;
  role?: RoleWord;
}

export const personStatusNames = ['active', 'blocked', 'closed'] as const;
export type PersonStatusName = (typeof personStatusNames)[number];

/** Roles as the API names them, by the word that texts have. */
export const roleWords = {
  administrator: 'Administrator',
  manager: 'Manager',
  content: 'Content administrator',
  learner: 'Learner',
} as const;
export type RoleWord = keyof typeof roleWords;
export const roleWordNames = Object.keys(roleWords) as RoleWord[];

/** Reads filters from an address; what is not understood is left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : '';
  const status = personStatusNames.find((name) => name === search['status']);
  const role = roleWordNames.find((name) => name === search['role']);
  return { ...(q && { q }), ...(status && { status }), ...(role && { role }) };
}

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

export const PEOPLE_PAGE = 50;

/** A page of the list, as it is asked for. */
export const toPeoplePage = (search: PeopleSearch, offset: number) => ({
  limit: PEOPLE_PAGE,
  offset,
  ...toPeopleQuery(search),
});

/** Where the browser gets all matching people as a file. */
export function peopleExportAddress(search: PeopleSearch): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(toPeopleQuery(search))) query.set(name, String(value));
  return `/bff/download/v2/users/export?${query.toString()}`;
}
