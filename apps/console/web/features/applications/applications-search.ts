import { dropUndefined, readName, type SearchParams } from '../../ui/search-params.js';

const kindNames = ['own', 'connected'] as const;

/** The filter of the list, as in the URL: all applications, or one kind. */
export interface ApplicationsSearch {
  kind?: (typeof kindNames)[number];
}

export const readApplicationsSearch = (search: SearchParams): ApplicationsSearch =>
  dropUndefined({ kind: readName(kindNames, search['kind']) });
