import type { ErrorCodeText } from './error-code-text.js';

/** All values of `error_code` in the envelope (contract 2.1). OpenAPI and docs/errors.md are generated from this list. */
export const errorCodes = {
  validation_failed: {
    statuses: [400],
    message: 'limit: must be at most 50',
    remedy: 'Correct the fields that `additional_errors` names; each entry describes the fault.',
  },
  bad_request: {
    statuses: [400],
    message: 'The request cannot be read.',
    remedy: 'Check the path, the encoding and the headers of the request.',
  },
  incomplete_body: {
    statuses: [400],
    message: 'The body did not arrive in full.',
    remedy: 'Send the request again; `Content-Length` must be the length of the body.',
  },
  invalid_json: {
    statuses: [400],
    message: 'The body is not valid JSON.',
    remedy: 'Send JSON that is nested at most 20 levels deep, with at most 10,000 entries in a list.',
  },
  invalid_encoding: {
    statuses: [400],
    message: 'The body is not valid UTF-8.',
    remedy: 'Encode the body as UTF-8.',
  },
  invalid_value: {
    statuses: [400],
    message: 'A value is out of range.',
    remedy: 'Look for a number that is too large or a text with characters that cannot be stored.',
  },
  invalid_multipart: {
    statuses: [400],
    message: 'The multipart body cannot be read.',
    remedy: 'Check the boundary in `Content-Type`, and send fewer parts, or a JSON body.',
  },
  image_refused: {
    statuses: [400],
    message: 'The element <script> is not allowed.',
    remedy: 'Send a PNG, or an SVG that only draws: no scripts, links, animations or outside files.',
  },
  unexpected_file: {
    statuses: [400],
    message: 'Files are not accepted here.',
    remedy: 'Send the values as fields, not as files.',
  },
  too_many_parameters: {
    statuses: [400],
    message: 'The request contains more than 1000 parameters.',
    remedy: 'Send fewer parameters, or a JSON body.',
  },
  client_without_secret: {
    statuses: [400],
    message: 'This client has no secret.',
    remedy: 'There is nothing to rotate: clients without a secret use PKCE.',
  },
  invalid_token: {
    statuses: [401],
    message: 'Invalid token',
    remedy: 'Get a new access token with the refresh token or your grant, and repeat the request.',
  },
  insufficient_scope: {
    statuses: [403],
    message: 'This needs the scope user.write.',
    remedy: 'Request a token with the scope that `message` and `WWW-Authenticate` name.',
  },
  administrator_required: {
    statuses: [403],
    message: 'This needs the role Administrator.',
    remedy: 'Use the token of an administrator of the portal, or of an application (`client_credentials`).',
  },
  role_required: {
    statuses: [403],
    message: 'This needs the role Administrator or Manager.',
    remedy: 'Use the token of a person with the role that `message` names.',
  },
  portal_required: {
    statuses: [403],
    message: 'This needs a token that belongs to a portal.',
    remedy: 'Get the token for a portal: with a client of the portal, or by naming `portal_name`.',
  },
  licence_required: {
    statuses: [403],
    message: 'The portal has no licence for this learning object.',
    remedy: 'The portal needs a licence for the content first.',
  },
  feature_required: {
    statuses: [403],
    message: 'Login links are not enabled for this portal.',
    remedy: 'Ask us to switch the feature on for the portal.',
  },
  service_account: {
    statuses: [403],
    message: 'The account of an application cannot be changed.',
    remedy: 'Name a person instead of the account of an application.',
  },
  special_permission_required: {
    statuses: [403],
    message: 'This needs an application with special permissions.',
    remedy: 'Ask us to give the application the permission.',
  },
  application_token_required: {
    statuses: [403],
    message: 'This needs a token obtained through client_credentials.',
    remedy: 'Repeat the request with a token from `client_credentials`.',
  },
  onboarding_not_allowed: {
    statuses: [403],
    message: 'This application may not create portals.',
    remedy: 'Ask us whether your application may create portals.',
  },
  partner_not_approved: {
    statuses: [403],
    message: 'This partner portal has not approved the application.',
    remedy: 'An administrator of the partner portal has to approve the application.',
  },
  own_approval: {
    statuses: [403],
    message: 'An application cannot approve itself.',
    remedy: 'An administrator has to approve it.',
  },
  not_own_application: {
    statuses: [403],
    message: 'This application does not belong to the portal; only its owner can rotate its secret.',
    remedy: 'Ask the owner of the application.',
  },
  fresh_login_required: {
    statuses: [403],
    message: 'This needs a token from a login with the person’s own password in the last ten minutes.',
    remedy: 'Let the person sign in again with `authorization_code`, and repeat the request immediately.',
  },
  not_found: {
    statuses: [404],
    message: 'No such user.',
    remedy: 'Check the id and the portal of the token: what belongs to another portal is not found either.',
  },
  method_not_allowed: {
    statuses: [405],
    message: 'This address does not answer this method.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  limit_reached: {
    statuses: [409],
    message: 'Limit per portal and day: 50,000 accounts created, including those since closed.',
    remedy: '`limit` and `most` name the reached limit: see limits.md.',
  },
  no_seat_left: {
    statuses: [409],
    message: 'The plan of the portal has 50 seats, and all are taken.',
    remedy: 'Block or remove users who have left, or ask for more seats; `seats` is their present number.',
  },
  enrollment_exists: {
    statuses: [409],
    message: 'This user is already enrolled in this learning object.',
    remedy: 'Use the enrollment in `enrollment_id`, or start over with `?re-enroll=true`.',
  },
  invalid_transition: {
    statuses: [409],
    message: 'An enrollment cannot go from completed to not-started.',
    remedy: 'Read the enrollment again; an administrator reopens a completed one with `?reopen=true`.',
  },
  user_exists: {
    statuses: [409],
    message: 'A user with this e-mail address already exists in this portal.',
    remedy: 'Find the person by `email`; when onboarding, send their own token in `user.jwt`.',
  },
  invitation_accepted: {
    statuses: [409],
    message: 'This user has accepted the account already.',
    remedy: 'Nothing is left to invite them to; they sign in with their own password.',
  },
  invitation_pending: {
    statuses: [409],
    message: 'This user has not accepted the account yet.',
    remedy: 'Send the invitation again: `POST /v2/users/{id}/invitation`.',
  },
  user_blocked: {
    statuses: [409],
    message: 'This user is blocked.',
    remedy: 'Unblock the person first: PATCH `status: true`.',
  },
  default_collection: {
    statuses: [409],
    message: 'Every portal keeps its default collection.',
    remedy: 'Remove its items instead.',
  },
  too_many_items: {
    statuses: [409],
    message: 'Remove items first, until at most 10,000 are left.',
    remedy: 'Remove items with `items/remove`, then delete it.',
  },
  last_administrator: {
    statuses: [409],
    message: 'A portal must keep at least one active administrator.',
    remedy: 'Make another person an administrator first.',
  },
  domain_taken: {
    statuses: [409],
    message: 'A portal with this domain already exists.',
    remedy: 'Choose another domain.',
  },
  not_previewable: {
    statuses: [409],
    message: 'This learning object has nothing that could be shown.',
    remedy: 'Offer previews and packages only where `previewable` is true.',
  },
  webhook_limit: {
    statuses: [409],
    message: 'A portal has at most 5 webhooks.',
    remedy: 'Delete a webhook that is not needed, or subscribe an existing one to more events.',
  },
  webhook_disabled: {
    statuses: [409],
    message: 'The webhook is disabled.',
    remedy: 'Enable it first: PATCH `enabled: true`.',
  },
  idempotency_key_reused: {
    statuses: [409],
    message: 'This Idempotency-Key was used for another request.',
    remedy: 'Use a new key for each new request, and the same one only to repeat a request unchanged.',
  },
  idempotency_answer_lost: {
    statuses: [409],
    message: 'The request with this Idempotency-Key was carried out; its answer can no longer be read.',
    remedy: 'Do not repeat it: read what was created instead.',
  },
  secret_just_rotated: {
    statuses: [409],
    message: 'Another request has just rotated the secret of this client.',
    remedy: 'Use the secret that the other request was given, or rotate again.',
  },
  own_application: {
    statuses: [409],
    message: 'This application belongs to the portal and needs no approval.',
    remedy: 'You need not do anything: the application already has its rights.',
  },
  application_blocked: {
    statuses: [409],
    message: 'This application is blocked; unblock it first.',
    remedy: 'Unblock the application, then approve it.',
  },
  precondition_failed: {
    statuses: [412],
    message: 'It has been changed in the meantime: read it again.',
    remedy: 'Read the object again, apply your change to it and send the new `ETag`.',
  },
  payload_too_large: {
    statuses: [413],
    message: 'The body is too large.',
    remedy: 'Send smaller requests; limits.md has the sizes.',
  },
  uri_too_long: {
    statuses: [414],
    message: 'The address is too long.',
    remedy: 'Send fewer values in the query, in several requests.',
  },
  unsupported_media_type: {
    statuses: [415],
    message: 'The body must be JSON, urlencoded or multipart/form-data.',
    remedy: 'Set `Content-Type` to what the body is, and do not compress it.',
  },
  too_many_requests: {
    statuses: [429],
    message: 'Too many requests.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  headers_too_large: {
    statuses: [431],
    message: 'The headers are too large.',
    remedy: 'Send fewer or shorter headers; look for cookies and for a malformed token.',
  },
  internal_error: {
    statuses: [500],
    message: 'Something went wrong on our side.',
    remedy: 'Try again later, and quote `ref` when asking for help.',
  },
  temporarily_unavailable: {
    statuses: [503],
    message: 'The service is temporarily unavailable.',
    remedy: 'Wait for the seconds in `Retry-After`, then repeat the request.',
  },
  server_busy: {
    statuses: [503],
    message: 'The server is busy. Try again in a moment.',
    remedy: 'Wait for the seconds in `Retry-After`, then repeat the request; `limit` is in limits.md.',
  },
  not_ready: {
    statuses: [503],
    message: 'Not ready: postgres.',
    remedy: 'Only health checks return it: the process waits for the named dependency.',
  },
} as const satisfies Record<string, ErrorCodeText>;
export type ErrorCode = keyof typeof errorCodes;
