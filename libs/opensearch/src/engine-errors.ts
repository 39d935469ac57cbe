import { errors } from '@opensearch-project/opensearch';

/** The index does not contain the catalogue as the searcher sees it. */
export class IndexBehind extends Error {
  override name = 'IndexBehind';
}

/** The search finds an object that the index does not have; Postgres must answer. */
export class DocumentSkipped extends Error {
  override name = 'DocumentSkipped';
}

/** A condition has more values than OpenSearch accepts, or the search more conditions; Postgres must answer. */
export class TooManyValues extends Error {
  override name = 'TooManyValues';
}

/** OpenSearch rejects this search, but not others. */
export class SearchRefused extends Error {
  override name = 'SearchRefused';
}

/** The error that OpenSearch sends instead of an answer. */
export interface EngineFault {
  type: string;
  reason?: string;
  /** The errors of its shards. */
  root_cause?: EngineFault[];
}

/** Statuses that are not about the search: credentials, rights, path, timeout, overload. */
const engineStatuses = new Set([401, 403, 404, 408, 429]);
const isSearchError = (status: number): boolean =>
  status >= 400 && status < 500 && !engineStatuses.has(status);

/** The error for a status and the fault in its body. */
export function toFault(status: number, { root_cause: causes, ...fault }: EngineFault): Error {
  const { type, reason = '' } = causes?.[0] ?? fault;
  const text = `OpenSearch: ${type}: ${reason}`;
  if (type === 'index_not_found_exception') return new IndexBehind(text);
  return isSearchError(status) ? new SearchRefused(text) : new Error(text);
}

/** Replaces the client's error by that of {@link toFault} if that is more specific. */
export function withErrorName(error: unknown): unknown {
  if (!(error instanceof errors.ResponseError)) return error;
  const { statusCode: status = 0, body } = error as {
    statusCode?: number;
    body?: { error?: EngineFault } | null;
  };
  if (!isSearchError(status) && status !== 404) return error;
  const fault = toFault(status, typeof body?.error === 'object' ? body.error : { type: error.message });
  return fault instanceof IndexBehind || fault instanceof SearchRefused ? fault : error;
}
