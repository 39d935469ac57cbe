import { errors } from '@opensearch-project/opensearch';

/** The index does not contain the catalogue as the searcher sees it. */
export class IndexBehind extends Error {
  override name = 'IndexBehind';
}

/** The search finds an object that the index does not have; Postgres must answer. */
export class DocumentSkipped extends Error {
  override name = 'DocumentSkipped';
}

/** A condition has more values than OpenSearch takes, or the search more conditions; Postgres must answer. */
export class TooManyValues extends Error {
  override name = 'TooManyValues';
}

/** OpenSearch does not take this one search; others it does. */
export class SearchRefused extends Error {
  override name = 'SearchRefused';
}

/** The error that OpenSearch sends instead of an answer. */
export interface EngineFault {
  type: string;
  reason?: string;
  /** Those of its shards. */
  root_cause?: EngineFault[];
}

/** Not about the search: who we are, what we may do, where we ask, how long it took, how busy it is. */
const ofEngine = new Set([401, 403, 404, 408, 429]);
const isOfSearch = (status: number): boolean => status >= 400 && status < 500 && !ofEngine.has(status);

/** The error that stands for a status and what was said with it. */
export function toFault(status: number, { root_cause: causes, ...fault }: EngineFault): Error {
  const { type, reason = '' } = causes?.[0] ?? fault;
  const text = `OpenSearch: ${type}: ${reason}`;
  if (type === 'index_not_found_exception') return new IndexBehind(text);
  return isOfSearch(status) ? new SearchRefused(text) : new Error(text);
}

/** The error that the client has thrown, as {@link toFault} names it where it says more than the client. */
export function withErrorName(error: unknown): unknown {
  if (!(error instanceof errors.ResponseError)) return error;
  const { statusCode: status = 0, body } = error as {
    statusCode?: number;
    body?: { error?: EngineFault } | null;
  };
  if (!isOfSearch(status) && status !== 404) return error;
  const fault = toFault(status, typeof body?.error === 'object' ? body.error : { type: error.message });
  return fault instanceof IndexBehind || fault instanceof SearchRefused ? fault : error;
}
