import { dropUndefined, readNumber, readText, type SearchParams } from '../../ui/search-params.js';

/** Filters of the audit log, as in the URL. */
export interface AuditLogSearch {
  event?: string;
  user_id?: number;
  about_user_id?: number;
  client_id?: string;
  /** Unix seconds. */
  from?: number;
  to?: number;
}

/** Reads filters from a URL; invalid ones are ignored. */
export const readAuditLogSearch = (search: SearchParams): AuditLogSearch =>
  dropUndefined({
    event: readText(search['event']),
    user_id: readNumber(search['user_id']),
    about_user_id: readNumber(search['about_user_id']),
    client_id: readText(search['client_id']),
    from: readNumber(search['from']),
    to: readNumber(search['to']),
  });
