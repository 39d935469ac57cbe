const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** First labels reserved for the service, whether in use or not (decision people 2.1). */
const reserved = new Set(['www', 'api', 'auth', 'admin', 'console', 'mail', 'docs', 'status', 'static']);

/** Whether `host` is a first-level subdomain of the portal domain. */
export function isPortalDomain(host: string, portalDomain: string): boolean {
  return host.endsWith(`.${portalDomain}`) && label.test(host.slice(0, -portalDomain.length - 1));
}

/** The domain of portals, and the service's own hosts. */
export interface ServiceHosts {
  /** Portals are its first-level subdomains. */
  PORTAL_DOMAIN: string;
  AUTH_PUBLIC_URL?: string | undefined;
  API_PUBLIC_URL?: string | undefined;
  CONSOLE_PUBLIC_URL?: string | undefined;
}

/** A host name normalised for comparison: lower case, without port and final dot. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Whether the authorization server, the resource API or the console has this host; no portal can have it. */
export const isServiceHost = (host: string, hosts: Omit<ServiceHosts, 'PORTAL_DOMAIN'>): boolean =>
  [hosts.AUTH_PUBLIC_URL, hosts.API_PUBLIC_URL, hosts.CONSOLE_PUBLIC_URL].some(
    (url) => url !== undefined && plainHost(URL.parse(url)?.hostname ?? '') === plainHost(host),
  );

/** Whether the host is reserved for the service itself, by its first label or because the service has it. */
export const isReserved = (host: string, hosts: ServiceHosts): boolean =>
  reserved.has(host.split('.', 1)[0] ?? '') || isServiceHost(host, hosts);

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
 * The name of the portal with this host: a first-level subdomain of the portal domain, in lower case. Hosts of the
 * service itself are no portals, even below the portal domain.
 */
export function parsePortalName(hostname: string, hosts: ServiceHosts): string | undefined {
  const host = plainHost(hostname);
  if (!host.endsWith(`.${hosts.PORTAL_DOMAIN}`) || isServiceHost(host, hosts)) return undefined;
  const first = host.slice(0, -hosts.PORTAL_DOMAIN.length - 1);
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(first) ? host : undefined;
}
