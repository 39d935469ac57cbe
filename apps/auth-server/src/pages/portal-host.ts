/** The portal whose host name a request was sent to: a first-level subdomain of the portal domain, in lower case. */
export function portalNameOf(hostname: string, portalDomain: string): string | undefined {
  const host = hostname.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const label = host.endsWith(`.${portalDomain}`) ? host.slice(0, -portalDomain.length - 1) : '';
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label) ? host : undefined;
}
