import { dropUndefined, readName, type SearchParams } from '../ui/search-params.js';

const failures = ['denied', 'failed', 'other_account'] as const;
export type SignInFailure = (typeof failures)[number];

/** The reason why a sign-in returned to the first page. */
export interface HomeSearch {
  sign_in?: SignInFailure;
}

export const readHomeSearch = (search: SearchParams): HomeSearch =>
  dropUndefined({ sign_in: readName(failures, search['sign_in']) });
