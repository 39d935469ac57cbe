const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** First labels reserved for us, whether in use or not (decision people 2.1). */
const reserved = new Set(['www', 'api', 'auth', 'admin', 'console', 'mail', 'docs', 'status', 'static']);

/** Whether `host` is a first-level subdomain of the portal domain. */
export function isPortalDomain(host: string, portalDomain: string): boolean {
  return host.endsWith(`.${portalDomain}`) && label.test(host.slice(0, -portalDomain.length - 1));
}

/** Where portals can be, and the service's own hosts. */
export interface ServiceHosts {
  /** Portals are its first-level subdomains. */
  PORTAL_DOMAIN: string;
  AUTH_PUBLIC_URL?: string | undefined;
  API_PUBLIC_URL?: string | undefined;
  CONSOLE_PUBLIC_URL?: string | undefined;
}

/** A host name normalised for comparison: lower case, without port and final dot. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Whether the authorization server, the resource API or the console answers there: no portal ever does. */
export const isServiceHost = (host: string, place: Omit<ServiceHosts, 'PORTAL_DOMAIN'>): boolean =>
  [place.AUTH_PUBLIC_URL, place.API_PUBLIC_URL, place.CONSOLE_PUBLIC_URL].some(
    (url) => url !== undefined && plainHost(URL.parse(url)?.hostname ?? '') === plainHost(host),
  );

/** Whether the host is reserved for the service itself: by its first label, or because the service answers there. */
export const isReserved = (host: string, place: ServiceHosts): boolean =>
  reserved.has(host.split('.', 1)[0] ?? '') || isServiceHost(host, place);

/** A label derived from a customer's name, such as `muller-sohne` from "Müller & Söhne". */
export function toHostLabel(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return words === '' || reserved.has(words) ? `portal${words === '' ? '' : `-${words}`}` : words;
}

/**
 * The portal whose host name a request was sent to: a first-level subdomain of the portal domain, in lower case.
 * Hosts of the service itself are not portals, even below the portal domain.
 */
export function parsePortalName(hostname: string, place: ServiceHosts): string | undefined {
  const host = plainHost(hostname);
  if (!host.endsWith(`.${place.PORTAL_DOMAIN}`) || isServiceHost(host, place)) return undefined;
  const first = host.slice(0, -place.PORTAL_DOMAIN.length - 1);
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(first) ? host : undefined;
}
