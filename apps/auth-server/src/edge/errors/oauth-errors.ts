import { oauthErrorCodes, Problem, type OAuthErrorCode } from '@app/kernel';

/** Members that only some OAuth refusals have. */
interface OAuthErrorOptions {
  /** A public hint for the partner's developers. */
  hint?: string;
  headers?: Record<string, string>;
  /** The actual reason, for log and audit; never sent. */
  detail?: string;
}

/**
 * A refusal of the authorization server with separate public text, public hint and private detail. Source: RFC 6749 5.2
 * and 4.1.2.1, contract 2.15 and 2.16.
 */
export abstract class OAuthError extends Problem {
  readonly hint: string;
  readonly detail: string | undefined;

  protected constructor(
    status: number,
    error: OAuthErrorCode,
    description: string,
    options: OAuthErrorOptions = {},
  ) {
    super(status, error, description, { headers: options.headers ?? {} });
    this.hint = options.hint ?? description;
    this.detail = options.detail;
  }
}

/** Refusals with this code, each described where it is thrown. */
const refusalWith = (error: OAuthErrorCode) =>
  class extends OAuthError {
    constructor(description: string, options?: OAuthErrorOptions) {
      super(400, error, description, options);
    }
  };

/** A parameter is missing, malformed, repeated, or in the wrong place. */
export class InvalidRequest extends refusalWith('invalid_request') {
  static missing(parameter: string): InvalidRequest {
    return new InvalidRequest(`The parameter ${parameter} is missing.`, { hint: `Send ${parameter}.` });
  }
}

/** The same for an unknown client, a wrong secret and an inactive client (RFC 6749 5.2). */
export class InvalidClient extends OAuthError {
  /** @param byBasic whether the client used HTTP Basic and must get a challenge */
  constructor(byBasic: boolean, detail: string) {
    super(401, 'invalid_client', 'Client authentication failed.', {
      hint: 'Check client_id, client_secret and whether the client is active.',
      detail,
      headers: byBasic ? { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' } : {},
    });
  }
}

/** Code, refresh token, jwt or user name and password are wrong, expired, used, or another client's. */
export class InvalidGrant extends refusalWith('invalid_grant') {}

/** The client may not use this grant or response type. */
export class UnauthorizedClient extends refusalWith('unauthorized_client') {}

export class UnsupportedGrantType extends refusalWith('unsupported_grant_type') {}

export class UnsupportedResponseType extends refusalWith('unsupported_response_type') {}

/** A scope is unknown, malformed, or not allowed for the client. */
export class InvalidScope extends refusalWith('invalid_scope') {}

export class AccessDenied extends OAuthError {
  constructor() {
    super(400, 'access_denied', 'The person refused the request.');
  }
}

/** `prompt=none`, but the request cannot be answered without a page (OpenID Connect Core 3.1.2.6). */
export class InteractionRequired extends OAuthError {
  constructor(
    readonly error:
      | 'login_required'
      | 'account_selection_required'
      | 'consent_required'
      | 'interaction_required',
  ) {
    super(400, error, oauthErrorCodes[error].message);
  }
}

/** Request objects, by value or by reference (OpenID Connect Core 6). */
export class RequestNotSupported extends OAuthError {
  constructor(readonly error: 'request_not_supported' | 'request_uri_not_supported') {
    super(400, error, oauthErrorCodes[error].message, { hint: oauthErrorCodes[error].remedy });
  }
}

/** 429 or 503, always with Retry-After. */
export class TemporarilyUnavailable extends OAuthError {
  constructor(status: 429 | 503, retryAfterSeconds: number) {
    const description =
      status === 429
        ? 'Too many attempts. Wait before trying again.'
        : 'The authorization server is busy or cannot reach a dependency.';
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // a flood creates thousands of these, and no code reads their stacks
    super(status, 'temporarily_unavailable', description, {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
    });
    Error.stackTraceLimit = stackTraceLimit;
  }
}
