import { urlencodedPairs } from '../common/index.js';

/**
 * Parameters of GET /oauth/authorize (specification; RFC 6749 4.1.1; RFC 7636 4.3; response_mode: OAuth 2.0 Multiple Response Types 2.1;
 * prompt and max_age: OpenID Connect Core 3.1.2.1).
 */
const known = new Set([
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'redirect',
  'scope',
  'state',
  'new_client',
  'creation_path',
  'partner_portal_id',
  'one_time_token',
  'oneTimeToken',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'approval_prompt', // what `prompt` was called before
  'max_age',
  'ui_locales', // read by languageOf
]);

/** Characters of one parameter, and of the whole query. */
const longestValue = 4 * 1024;
const longestQuery = 16 * 1024;

/**
 * The query as it was sent: what is usable, and which parameters are not (repeated, too long, not text). Until
 * redirect_uri is proven nobody knows where to report the latter.
 */
export interface RawRequest {
  values: ReadonlyMap<string, string>;
  unusable: ReadonlySet<string>;
  isTooLong: boolean;
}

const isUsable = (value: string): boolean => value.length <= longestValue && !/\u0000/.test(value);

export function readRawRequest(url: string): RawRequest {
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at + 1);
  const values = new Map<string, string>();
  const unusable = new Set<string>();
  const seen = new Set<string>();
  for (const part of query.split('&').filter(Boolean)) {
    const [name, value] = decoded(part);
    const plain = name.replace(/\[\d*\]$/, '');
    if (!known.has(plain)) continue;
    if (plain !== name || seen.has(plain) || value === undefined || !isUsable(value)) unusable.add(plain);
    else if (value !== '') values.set(plain, value);
    seen.add(plain);
  }
  for (const name of unusable) values.delete(name);
  return { values, unusable, isTooLong: query.length > longestQuery };
}

/** The pair of one `name=value`; the value is undefined when it cannot be decoded. */
function decoded(part: string): [name: string, value: string | undefined] {
  try {
    return urlencodedPairs(part)[0] ?? ['', ''];
  } catch {
    return [part.split('=', 1)[0] ?? '', undefined];
  }
}
