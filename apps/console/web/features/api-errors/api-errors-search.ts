import { dropUndefined, readText, type SearchParams } from '../../ui/search-params.js';

/** Filters of the refused requests, as in the URL. */
export interface ApiErrorsSearch {
  client_id?: string;
  operation?: string;
  error_code?: string;
  ref?: string;
}

/** Reads filters from a URL; invalid ones are ignored. */
export const readApiErrorsSearch = (search: SearchParams): ApiErrorsSearch =>
  dropUndefined({
    client_id: readText(search['client_id']),
    operation: readText(search['operation']),
    error_code: readText(search['error_code']),
    ref: readText(search['ref']),
  });
