import type { ErrorCodeText } from './error-code-text.js';

/** All values of `error` of the authorization server (RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1), with advice. */
export const oauthErrorCodes = {
  invalid_request: {
    statuses: [400, 404, 405, 413, 414, 431],
    message: 'The parameter grant_type is missing.',
    remedy: 'Correct the parameter that `hint` names: it is missing, malformed, repeated or out of place.',
  },
  invalid_client: {
    statuses: [401],
    message: 'Client authentication failed.',
    remedy: 'Check `client_id` and `client_secret`, and whether the client is active.',
  },
  invalid_grant: {
    statuses: [400],
    message: 'The refresh token is invalid, expired or has already been used.',
    remedy: 'Start over: have the person sign in again, or sign a new assertion.',
  },
  unauthorized_client: {
    statuses: [400],
    message: 'This client may not use this grant.',
    remedy: 'Use a grant that the client was registered for.',
  },
  unsupported_grant_type: {
    statuses: [400],
    message: 'This grant type is not supported.',
    remedy: 'Use a grant type that the metadata lists.',
  },
  unsupported_response_type: {
    statuses: [400],
    message: 'This response type is not supported.',
    remedy: 'Use `code` (or `token`, where the client may).',
  },
  invalid_scope: {
    statuses: [400],
    message: 'The client may not request the scope user.login.',
    remedy: 'Request only scopes that the client was registered with.',
  },
  access_denied: {
    statuses: [400],
    message: 'The person refused the request.',
    remedy:
      'Respect the refusal; send another request only when the person starts the connection again. The error is returned to `redirect_uri`.',
  },
  login_required: {
    statuses: [400],
    message: 'The user is not signed in, or another user is.',
    remedy: 'Send the person again without `prompt=none`. The error comes back to `redirect_uri`.',
  },
  account_selection_required: {
    statuses: [400],
    message: 'The person has to choose a portal.',
    remedy: 'Send the person again without `prompt=none`, or name a portal of theirs in `portal_name`.',
  },
  consent_required: {
    statuses: [400],
    message: 'The person must give consent.',
    remedy:
      'Send the person again without `prompt=none`. Consent is remembered only for clients with a secret.',
  },
  interaction_required: {
    statuses: [400],
    message: 'The person has to do something first.',
    remedy: 'Send the person again without `prompt=none`: a page explains the obstacle.',
  },
  request_not_supported: {
    statuses: [400],
    message: 'Request objects are not supported.',
    remedy: 'Send the parameters themselves, without `request`.',
  },
  request_uri_not_supported: {
    statuses: [400],
    message: 'Request objects are not supported.',
    remedy: 'Send the parameters themselves, without `request_uri`.',
  },
  invalid_token: {
    statuses: [401],
    message: 'Invalid token',
    remedy: 'Get a new access token.',
  },
  insufficient_scope: {
    statuses: [403],
    message: 'This needs the scope openid.',
    remedy: 'Have the person sign in again, with the scope that `message` and `WWW-Authenticate` name.',
  },
  temporarily_unavailable: {
    statuses: [429, 503],
    message: 'Too many attempts. Wait before trying again.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  server_error: {
    statuses: [500],
    message: 'Something went wrong on our side.',
    remedy: 'Try again later.',
  },
} as const satisfies Record<string, ErrorCodeText>;
export type OAuthErrorCode = keyof typeof oauthErrorCodes;
