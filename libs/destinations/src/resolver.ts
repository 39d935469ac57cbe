import { Resolver } from 'node:dns/promises';

/** Resolves an absolute name by DNS; never by /etc/hosts, never with a search domain. */
export type Resolve = (name: string) => Promise<string[]>;

export interface ResolverOptions {
  /** `address:port`; by default the machine's servers. */
  servers?: readonly string[];
  timeoutMs?: number;
  tries?: number;
}

/**
 * A resolver on c-ares, so that a server that never answers occupies no thread of libuv's pool. Returns A and AAAA
 * records together; rejects when there are none.
 */
export function createResolver({ servers, timeoutMs = 2000, tries = 2 }: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const absolute = `${name}.`;
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(absolute), resolver.resolve6(absolute)]);
    const addresses = [...fulfilled(ipv4), ...fulfilled(ipv6)];
    if (addresses.length === 0) throw new Error('The name has no address.');
    return addresses;
  };
}

function fulfilled(answer: PromiseSettledResult<string[]>): string[] {
  return answer.status === 'fulfilled' ? answer.value : [];
}
