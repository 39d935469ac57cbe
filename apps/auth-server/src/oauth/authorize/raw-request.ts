import { z } from 'zod';
import { decodedPairs } from '../../edge/request/index.js';
import { requestsOpenid } from '../token/index.js';

const parameter = (meaning: string) => z.string().optional().describe(meaning);

/**
 * Parameters of GET /oauth/authorize (specification; RFC 6749 4.1.1; RFC 7636 4.3; response_mode: OAuth 2.0 Multiple
 * Response Types 2.1; prompt and max_age: OpenID Connect Core 3.1.2.1).
 */
export const AuthorizeQuery = z.object({
  client_id: z.string().describe('With `new_client`, any text that is not the id of a client.'),
  response_type: z
    .enum(['code', 'token'])
    .describe('`token` is the implicit grant, which must be allowed for the client.'),
  response_mode: parameter(
    '`query`, `fragment` or `form_post` with `code`, by default `query`; with `token` always `fragment`.',
  ),
  redirect_uri: z
    .string()
    .describe(
      'Exactly as registered for the client; clients without a secret may use any port of a loopback address.',
    ),
  redirect: parameter('`false`: what would be sent back is shown on a page instead. Only with `code`.'),
  scope: parameter(
    'Separated by spaces; by default everything that the client may have. With `openid` this is a request of OpenID Connect, and `profile`, `email` and `roles` add claims to its ID token.',
  ),
  state: parameter('Returned unchanged.'),
  nonce: parameter('With `openid`: at most 512 characters, returned in the ID token.'),
  id_token_hint: parameter(
    'With `openid`: an earlier ID token of this client, even an expired one. Only the person that it names can answer.',
  ),
  login_hint: parameter('With `openid`: the address to fill in on the login page, at most 320 characters.'),
  portal_name: parameter(
    'With `openid`: host name of the portal to enter, or its first label, so that the person need not choose.',
  ),
  acr_values: parameter(
    'With `openid`: `2fa` requests the second factor of a person who has one. Never an error.',
  ),
  request: parameter('With `openid`: not supported.').meta({ deprecated: true }),
  request_uri: parameter('With `openid`: not supported.').meta({ deprecated: true }),
  new_client: parameter(
    'Name of a client to be created on the way, bound to the portal of the administrator who approves it; its `client_id` and `client_secret` are returned together with the code.',
  ),
  creation_path: parameter(
    'With `partner_portal_id`: lets people who belong to no portal create one on the way. Values are provided by support.',
  ),
  partner_portal_id: parameter('Id of the distribution partner’s portal above the new one.'),
  one_time_token: parameter('A one-time token of a person, used instead of the password.'),
  oneTimeToken: parameter('The same.').meta({ deprecated: true }),
  code_challenge: parameter('RFC 7636; required for clients without a secret.'),
  code_challenge_method: parameter('`S256`.'),
  prompt: parameter(
    '`login`, `select_account`, `select_portal` (only the choice of the portal) or `consent`, separated by spaces: the steps to repeat. With `openid`, only `none`: an immediate answer, without a page.',
  ),
  approval_prompt: parameter('`force`: requires consent again; ignored with `openid`.').meta({
    deprecated: true,
  }),
  max_age: parameter('Seconds; a person who signed in longer ago must enter the password again.'),
  ui_locales: parameter(
    'Languages for the pages, the preferred one first, separated by spaces; by default those of Accept-Language.',
  ),
});
/** Parameters that only requests of OpenID Connect have; others ignore them as unknown. */
const openidNames = [
  'nonce',
  'id_token_hint',
  'login_hint',
  'portal_name',
  'acr_values',
  'request',
  'request_uri',
] as const satisfies (keyof typeof AuthorizeQuery.shape)[];
const knownNames: ReadonlySet<string> = new Set(Object.keys(AuthorizeQuery.shape));

/** Longest single parameter, and longest whole query, in characters. */
const MAX_VALUE_LENGTH = 4 * 1024;
const MAX_QUERY_LENGTH = 16 * 1024;
/** Longest query of a posted form: as a URL it must fit into the headers. */
export const MAX_POSTED_LENGTH = 8 * 1024;

/**
 * The query as it was sent: usable parameters, and those that are not (repeated, too long, not text). The latter cannot
 * be reported until redirect_uri has been verified.
 */
export interface RawRequest {
  values: ReadonlyMap<string, string>;
  unusable: ReadonlySet<string>;
  isTooLong: boolean;
}

/** The known parameters of a posted form as a query. Repeated ones stay repeated, so they are refused as in a query. */
export function writeQuery(body: unknown): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(body ?? {})) {
    if (!knownNames.has(name.replace(/\[\d*\]$/, ''))) continue;
    for (const value of [values].flat()) query.append(name, String(value));
  }
  return query.toString();
}

const isUsable = (value: string): boolean => value.length <= MAX_VALUE_LENGTH && !/\u0000/.test(value);

export function readRawRequest(url: string): RawRequest {
  const queryAt = url.indexOf('?');
  const query = queryAt < 0 ? '' : url.slice(queryAt + 1);
  const values = new Map<string, string>();
  const unusable = new Set<string>();
  const seen = new Set<string>();
  for (const [name, value] of decodedPairs(query)) {
    const plain = name.replace(/\[\d*\]$/, '');
    if (!knownNames.has(plain)) continue;
    if (plain !== name || seen.has(plain) || value === undefined || !isUsable(value)) unusable.add(plain);
    else if (value !== '') values.set(plain, value);
    seen.add(plain);
  }
  for (const name of unusable) values.delete(name);
  // oauth2-proxy sends approval_prompt=force with every sign-in
  const ignoredNames = requestsOpenid(values.get('scope')) ? ['approval_prompt'] : openidNames;
  for (const name of ignoredNames) {
    values.delete(name);
    unusable.delete(name);
  }
  return { values, unusable, isTooLong: query.length > MAX_QUERY_LENGTH };
}
