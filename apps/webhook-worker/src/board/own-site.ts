import type { IncomingHttpHeaders } from 'node:http';

/** What proxies add: who sent the request is not the neighbour on the connection. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Whether the request came through a proxy that says so. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  forwarding.some((name) => headers[name] !== undefined);

/**
 * Whether a browser sends this from a page of the site itself or from its address bar, or no browser sends it. A page
 * elsewhere is told by its origin (CSRF), a name that its owner points at us by the Host header (DNS rebinding).
 * Sources: Fetch Metadata Request Headers 2.4, OWASP CSRF Prevention ("Verifying Origin With Standard Headers").
 * @param hosts names under which the site is opened, in lower case, without ports
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
