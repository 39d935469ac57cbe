import type { IncomingHttpHeaders } from 'node:http';

/** Headers added by proxies: the sender is not the peer of the connection. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Whether the request says that it came through a proxy. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  forwarding.some((name) => headers[name] !== undefined);

/**
 * Whether the request comes from a page of the site itself, from the address bar, or not from a browser at all. A
 * page elsewhere is recognised by its origin (CSRF), and a foreign name that points to us by the Host header (DNS
 * rebinding). Sources: Fetch Metadata Request Headers 2.4, OWASP CSRF Prevention ("Verifying Origin With Standard
 * Headers").
 * @param hosts names of the site, in lower case, without ports
 */
export function isOwnSite(headers: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  const authority = headers.host?.toLowerCase() ?? '';
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(authority) ?? [];
  if (name === undefined || !hosts.includes(name)) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return (
    origin === undefined || [`http://${authority}`, `https://${authority}`].includes(origin.toLowerCase())
  );
}
