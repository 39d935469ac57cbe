import { isServiceHost, plainHost, type PortalPlace } from '@app/onboarding';

/**
 * The portal whose host name a request was sent to: a first-level subdomain of the portal domain, in lower case.
 * Hosts of the service itself are not portals, even below the portal domain.
 */
export function portalNameOf(hostname: string, place: PortalPlace): string | undefined {
  const host = plainHost(hostname);
  if (!host.endsWith(`.${place.PORTAL_DOMAIN}`) || isServiceHost(host, place)) return undefined;
  const label = host.slice(0, -place.PORTAL_DOMAIN.length - 1);
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label) ? host : undefined;
}
