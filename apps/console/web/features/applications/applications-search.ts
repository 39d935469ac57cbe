import { dropUndefined, readName, type SearchParams } from '../../ui/search-params.js';

const kindNames = ['own', 'connected'] as const;

/** Which applications are listed, as it stands in the address: all, or one kind. */
export interface ApplicationsSearch {
  kind?: (typeof kindNames)[number];
}

export const readApplicationsSearch = (search: SearchParams): ApplicationsSearch =>
  dropUndefined({ kind: readName(kindNames, search['kind']) });
