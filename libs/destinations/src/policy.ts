import { isPublicAddress } from './public-address.js';

/** The settings of an installation for destinations; the address rules are fixed. */
export interface DestinationPolicy {
  /** Hosts that are trusted on every port and never checked: `localhost` in development and tests. */
  readonly allowedHosts: ReadonlySet<string>;
  /** The service's own domains with their subdomains: a delivery to them would be a loop. */
  readonly ownDomains: readonly string[];
  readonly isPublicAddress: (address: string) => boolean;
}

/** Settings for destinations, by their names in the environment. */
export interface DestinationSettings {
  readonly WEBHOOK_ALLOWED_HOSTS: readonly string[];
  readonly PORTAL_DOMAIN: string;
  readonly AUTH_PUBLIC_URL: string;
  readonly API_PUBLIC_URL: string;
  readonly CONSOLE_PUBLIC_URL?: string | undefined;
}

/** The policy of this installation, shared by the API, which accepts URLs, and the worker, which connects to them. */
export function createDestinationPolicy(settings: DestinationSettings): DestinationPolicy {
  const ownHosts = [settings.AUTH_PUBLIC_URL, settings.API_PUBLIC_URL, settings.CONSOLE_PUBLIC_URL].flatMap(
    (url) => (url === undefined ? [] : [new URL(url).hostname]),
  );
  return destinationPolicy({
    allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    ownDomains: [settings.PORTAL_DOMAIN, ...ownHosts],
  });
}

/** @param settings with comma-separated lists already split; names in any case */
export function destinationPolicy(
  settings: { allowedHosts?: readonly string[]; ownDomains?: readonly string[] } = {},
): DestinationPolicy {
  return {
    allowedHosts: new Set((settings.allowedHosts ?? []).map((host) => host.toLowerCase())),
    ownDomains: (settings.ownDomains ?? []).map((domain) => domain.toLowerCase()),
    isPublicAddress,
  };
}
