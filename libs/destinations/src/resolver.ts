import { Resolver } from 'node:dns/promises';

/** Asks DNS for the addresses of an absolute name; never /etc/hosts, never a search domain. */
export type Resolve = (name: string) => Promise<string[]>;

export interface ResolverOptions {
  /** `address:port`; default: those of the machine. */
  servers?: readonly string[];
  timeoutMs?: number;
  tries?: number;
}

/**
 * A resolver on c-ares: a server that never answers holds no thread of libuv's pool.
 * The answer has A and AAAA records together; it rejects when there is neither.
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
