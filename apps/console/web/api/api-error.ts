import { countRecoveries } from './connection.js';

/** The fault of one field of a request, as in `additional_errors`. */
export interface FieldFault {
  path: string;
  message: string;
  error_code: string;
}

/** The envelope of refusals (contract 2.1). */
export interface Refusal {
  error_code?: string;
  message?: string;
  ref?: string;
  additional_errors?: FieldFault[];
  limit?: string;
  most?: number;
  /** The person that `user_exists` is about. */
  user_id?: number;
}

/** A request without a useful answer: a refusal, or no answer at all (`status` 0, `offline`). */
export class ApiError extends Error {
  readonly code: string;
  readonly #recoveries = countRecoveries();

  /** @param retryAfterSeconds how long to wait before the same request, if the server says so */
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
    readonly retryAfterSeconds?: number,
  ) {
    super(refusal.message ?? refusal.error_code ?? `HTTP ${status}`);
    this.code = refusal.error_code ?? codeForStatus(status);
  }

  /** Whether its cause has gone: the user has signed in again, or the network has returned. */
  get isOver(): boolean {
    return (this.status === 0 || this.status === 401) && this.#recoveries < countRecoveries();
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** A code for an answer without one, such as that of a proxy. */
function codeForStatus(status: number): string {
  if (status === 0) return 'offline';
  if (status === 401) return 'session_ended';
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many_requests';
  if (status === 502 || status === 503 || status === 504) return 'temporarily_unavailable';
  return status >= 500 ? 'internal_error' : 'bad_request';
}
