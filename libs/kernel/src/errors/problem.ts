import { errorCodes, type ErrorCode } from './error-codes.js';
import type { FieldErrorCode } from './field-error-codes.js';
import { loadLimits, type BusyLimitName } from '../limits/load-limits.js';
import type { OAuthErrorCode } from './oauth-error-codes.js';

/** One entry of `additional_errors`: the field and its fault. */
export interface FieldError {
  path: string;
  message: string;
  error_code: FieldErrorCode;
}

/** Codes that only the web console returns: the session has ended, or another page sent the request. */
type ConsoleErrorCode = 'session_ended' | 'csrf_refused';

interface ProblemOptions {
  fields?: FieldError[];
  headers?: Record<string, string>;
  /** Further public members of the answer, such as the id of the existing enrollment. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * A public refusal. Every error that leaves the service is one of these; any other exception becomes a bare 500.
 * Source: contract 2.1.
 */
export class Problem extends Error {
  readonly fields: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    readonly status: number,
    /** An error code of the envelope, of OAuth or of the console; pages for people have none. */
    readonly errorCode: ErrorCode | OAuthErrorCode | ConsoleErrorCode | 'page',
    message: string,
    options: ProblemOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }
}

/** Maximum number of entries in `additional_errors`: an answer must not be many times larger than its request. */
const MAX_FIELDS = 100;

/** 400: something in the request is malformed or missing. */
export class BadRequest extends Problem {
  constructor(errorCode: ErrorCode, message: string, options: ProblemOptions = {}) {
    super(400, errorCode, message, options);
  }

  /** A refusal that names one field. */
  static field(path: string, message: string, errorCode: FieldErrorCode = 'invalid'): BadRequest {
    return BadRequest.fields([{ path, message, error_code: errorCode }]);
  }

  /** A refusal that names the invalid fields, the first hundred of them (contract 2.2). */
  static fields(fields: FieldError[]): BadRequest {
    const first = fields[0];
    const message = first ? `${first.path}: ${first.message}` : 'The request is not valid.';
    return new BadRequest('validation_failed', message, { fields: fields.slice(0, MAX_FIELDS) });
  }
}

/** 401 with the challenge of RFC 6750 section 3; the message is always `Invalid token` (contract 2.3). */
export class Unauthorized extends Problem {
  /** @param presented whether a token was sent: without one no error code is named (RFC 6750 3.1) */
  constructor(presented: boolean) {
    super(401, 'invalid_token', 'Invalid token', {
      headers: { 'www-authenticate': presented ? 'Bearer error="invalid_token"' : 'Bearer' },
    });
  }
}

/** 403: the token is valid, but its scope or role is not sufficient (contract 2.4). */
export class Forbidden extends Problem {
  constructor(errorCode: ErrorCode, message: string, options: ProblemOptions = {}) {
    super(403, errorCode, message, options);
  }
}

/** 404: no such object in this portal; never reveals whether it exists elsewhere (contract 2.5). */
export class NotFound extends Problem {
  constructor(what: string) {
    super(404, 'not_found', `No such ${what}.`);
  }
}

/** 409: the current state does not allow the request. */
export class Conflict extends Problem {
  constructor(errorCode: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(409, errorCode, message, { extra });
  }
}

/** 503 with Retry-After: a dependency is down (contract 2.11). */
export class Unavailable extends Problem {
  constructor(message = 'The service is temporarily unavailable.', retryAfterSeconds = 5, cause?: unknown) {
    super(503, 'temporarily_unavailable', message, {
      headers: { 'retry-after': String(retryAfterSeconds) },
      cause,
    });
  }
}

/** 503 with Retry-After: a limit of a shared resource is reached. Names the limit. */
export class ServerBusy extends Unavailable {
  override readonly errorCode = 'server_busy';
  override readonly extra: { limit: BusyLimitName };

  constructor(limit: BusyLimitName, cause?: unknown) {
    super(errorCodes.server_busy.message, loadLimits[limit].retryAfterSeconds, cause);
    this.extra = { limit };
  }
}

/** 429 with Retry-After. */
export class TooManyRequests extends Problem {
  constructor(retryAfterSeconds: number, headers: Record<string, string> = {}) {
    super(429, 'too_many_requests', 'Too many requests.', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))), ...headers },
    });
  }
}

/** Unwraps an optional row, or throws {@link NotFound}. */
export function orNotFound<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new NotFound(what);
  return row;
}

/** The wire form of a refusal (contract 2.1). */
export function errorEnvelope(problem: Problem, ref: string): Record<string, unknown> {
  return {
    code: problem.status,
    error_code: problem.errorCode,
    message: problem.message,
    ref,
    ...problem.extra,
    ...(problem.fields ? { additional_errors: problem.fields } : {}),
  };
}
