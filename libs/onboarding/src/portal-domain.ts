const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** First labels that are ours, whatever stands there. */
const reserved = new Set(['www', 'api', 'auth', 'admin', 'mail', 'docs', 'status', 'static']);

/** Whether `host` is a first-level subdomain of the portal domain. */
export function isPortalDomain(host: string, portalDomain: string): boolean {
  return host.endsWith(`.${portalDomain}`) && label.test(host.slice(0, -portalDomain.length - 1));
}

/** Whether the host's first label is kept for the service itself. */
export const isReserved = (host: string): boolean => reserved.has(host.split('.', 1)[0] ?? '');

/** A label made from a customer's name, such as `muller-sohne` from "Müller & Söhne". */
export function labelOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return words === '' || reserved.has(words) ? `portal${words === '' ? '' : `-${words}`}` : words;
}
