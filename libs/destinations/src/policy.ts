import { isPublicAddress } from './public-address.js';

/** What an installation decides about destinations; everything else is fixed by the address rules. */
export interface DestinationPolicy {
  /** Hosts that are trusted on every port and never judged: `localhost` in development and tests. */
  readonly allowedHosts: ReadonlySet<string>;
  /** The service's own domains: a delivery to them would be a loop. Subdomains included. */
  readonly ownDomains: readonly string[];
  readonly isPublicAddress: (address: string) => boolean;
}

/** @param settings comma-separated lists come in here already split; names in any case */
export function destinationPolicy(
  settings: { allowedHosts?: readonly string[]; ownDomains?: readonly string[] } = {},
): DestinationPolicy {
  return {
    allowedHosts: new Set((settings.allowedHosts ?? []).map((host) => host.toLowerCase())),
    ownDomains: (settings.ownDomains ?? []).map((domain) => domain.toLowerCase()),
    isPublicAddress,
  };
}
