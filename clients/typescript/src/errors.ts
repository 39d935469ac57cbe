import type { components } from './generated/resource-api.js';

/** `error_code` of a refusal; docs/errors.md says what to do about each. */
export type ErrorCode = components['schemas']['ErrorCode'];
export type FieldError = components['schemas']['FieldError'];
type Envelope = components['schemas']['Error'];

/** The service refused a request, or could not carry it out. */
export class PlatformError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** By which a program decides; `unknown` of an answer that is not the service's own, such as a proxy's. */
  readonly code: ErrorCode | 'unknown';
  /** Id of the request; quote it when asking for help. */
  readonly ref: string | undefined;
  /** Which fields are wrong. */
  readonly fields: readonly FieldError[];
  /** The whole answer, with what only some codes carry, such as `enrollment_id`. */
  readonly body: Partial<Envelope>;

  constructor(
    readonly response: Response,
    body: Partial<Envelope>,
  ) {
    super(body.message ?? `The service answered ${response.status}.`);
    this.name = new.target.name;
    this.status = response.status;
    this.code = body.error_code ?? 'unknown';
    this.ref = body.ref ?? response.headers.get('x-request-id') ?? undefined;
    this.fields = body.additional_errors ?? [];
    this.body = body;
  }

  /** Seconds to wait before another try, as `Retry-After` says it. */
  get retryAfter(): number | undefined {
    return retryAfterOf(this.response);
  }
}

/** 400: something in the request is malformed or missing. */
export class BadRequest extends PlatformError {}
/** 401, after a new token was refused as well. */
export class Unauthorized extends PlatformError {}
/** 403: scope or role is missing. */
export class Forbidden extends PlatformError {}
/** 404: there is no such thing in this portal. */
export class NotFound extends PlatformError {}
/** 409: the state of things does not allow it. */
export class Conflict extends PlatformError {}
/** 412: it has changed since the ETag was read. */
export class PreconditionFailed extends PlatformError {}
/** 429, after all tries. */
export class TooManyRequests extends PlatformError {}
/** 5xx, after all tries. */
export class Unavailable extends PlatformError {}

const byStatus: Record<number, typeof PlatformError> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  429: TooManyRequests,
};

/** The error that a refusal is. */
export async function errorOf(response: Response): Promise<PlatformError> {
  const Kind = byStatus[response.status] ?? (response.status >= 500 ? Unavailable : PlatformError);
  return new Kind(response, await readJson<Partial<Envelope>>(response));
}

/** The authorization server refused a token (RFC 6749 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly status: number,
    /** `invalid_grant`, `invalid_client` ... */
    readonly error: string,
    description: string,
    /** A hint for developers. */
    readonly hint: string | undefined,
  ) {
    super(`${error}: ${description}`);
  }
}

/** The error that a refusal of the authorization server is. */
export async function oauthErrorOf(response: Response): Promise<OAuthError> {
  const body = await readJson<{ error?: string; error_description?: string; hint?: string }>(response);
  const description = body.error_description ?? `the authorization server answered ${response.status}`;
  return new OAuthError(response.status, body.error ?? 'unknown', description, body.hint);
}

/** `Retry-After` in seconds; a date is none of this service. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** An object, also of an answer that is none: proxies answer pages. */
async function readJson<T extends object>(response: Response): Promise<Partial<T>> {
  try {
    const body: unknown = await response.clone().json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
