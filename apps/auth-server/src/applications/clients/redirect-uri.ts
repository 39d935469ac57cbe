import { listRedirectUris, type RedirectUris } from '@app/clients';
import { limits } from '@app/limits';

/** The registered addresses and the kind of their client. */
interface RegisteredAddresses extends RedirectUris {
  hasSecret: boolean;
}

const loopbackLiteral = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(\/[^#]*)?$/;

function withoutPort(address: string): string | undefined {
  const [, host, port = '80', rest = ''] = loopbackLiteral.exec(address) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : `${host}${rest}`;
}

/**
 * Whether `redirectUri` is registered, compared byte by byte (RFC 9700 2.1, contract 3.31). A client without a secret
 * may use any port on a loopback IP literal (RFC 8252 7.3).
 */
export function isRegisteredRedirectUri(
  redirectUri: string,
  { hasSecret, ...registered }: RegisteredAddresses,
): boolean {
  const redirectUris = listRedirectUris(registered);
  if (redirectUris.includes(redirectUri)) return true;
  const plain = hasSecret ? undefined : withoutPort(redirectUri);
  return plain !== undefined && redirectUris.some((one) => withoutPort(one) === plain);
}

/** Parameters that this server adds to a redirect_uri; a registered query must not contain them. */
const ownNames = new Set([
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'token',
  'access_token',
  'token_type',
  'expires_in',
  'scope',
  'client_id',
  'client_secret',
]);

const mostCharacters = limits.redirect_uri_characters.most;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why `text` cannot be registered as redirect_uri; undefined when it can. It must be an absolute https URL (http only
 * on loopback or an allowed host; a private scheme with a dot for native apps), without fragment and userinfo, and
 * without our parameters in its query. Source: contract 3.30, RFC 9700 2.6, RFC 8252 7.1.
 */
export function redirectUriProblem(
  text: string,
  allowedHttpHosts: readonly string[] | 'any' = [],
): string | undefined {
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(text))
    return 'must not contain spaces, backslashes, control or non-ASCII characters';
  if (text.length > mostCharacters)
    return `must have at most ${mostCharacters.toLocaleString('en')} characters`;
  const url = URL.parse(text);
  if (!url || !/^[a-z][a-z0-9+.-]*:/i.test(text)) return 'must be an absolute address';
  if (text.includes('#')) return 'must not have a fragment';
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text)) {
    return 'must not contain a user name';
  }
  if (/^[^?]*:\/\/[^/?]*\*/.test(text)) return 'must not contain a wildcard: it is compared byte by byte';
  if (url.protocol === 'http:') {
    const isAllowed = allowedHttpHosts === 'any' || allowedHttpHosts.includes(url.hostname);
    if (!isAllowed && !loopbackHosts.has(url.hostname)) {
      return 'must use https (http only on loopback)';
    }
  } else if (url.protocol !== 'https:' && !/^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(url.protocol)) {
    return 'must use https, or a private scheme in reverse domain form';
  }
  if (/^https?:/i.test(text) && !/^https?:\/\/[^/]/i.test(text)) return 'must be an absolute address';
  for (const name of url.searchParams.keys()) {
    if (ownNames.has(name)) return `must not have ${name} in its query`;
  }
  return undefined;
}

/**
 * The part of a redirect_uri that is displayed to people: the host of a web address, or an application's own scheme.
 */
export function redirectHost(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}

/** The {@link redirectHost} of all registered addresses, without duplicates. */
export const redirectHosts = (registered: RedirectUris): string[] => [
  ...new Set(listRedirectUris(registered).map(redirectHost)),
];
