import { lookup as systemLookup, LookupAddress } from 'node:dns';
import { isIP, LookupFunction, Socket } from 'node:net';
import { ConnectionOptions } from 'node:tls';
import type { buildConnector } from 'undici';
import { bareHost } from './destination-url.js';
import { DestinationPolicy } from './policy.js';
import { createResolver, Resolve } from './resolver.js';

/** The destination resolves to, or the socket is connected to, an address to which deliveries are not allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor() {
    super('address_refused');
  }
}

const MAX_ADDRESSES = 8;

export interface CheckedConnectorOptions {
  policy: DestinationPolicy;
  resolve?: Resolve;
  timeoutMs?: number;
  tls?: Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'>;
  /** Opens the socket: undici's own connector, which only servers with deliveries load; tests connect elsewhere. */
  open: typeof buildConnector;
}

/**
 * A connector for undici that checks every address in the DNS answer, and connects only to one of these. It checks the
 * actual address of the connection before it writes a byte of the request.
 */
export function createCheckedConnector(options: CheckedConnectorOptions): buildConnector.connector {
  const { policy, resolve = createResolver(), timeoutMs = 5000, tls = {}, open } = options;
  const common = { allowH2: false, timeout: timeoutMs, autoSelectFamily: true };

  return (target, callback) => {
    const host = bareHost(target.hostname);
    if (policy.allowedHosts.has(host)) {
      open({ ...common, ...tls, lookup: systemLookup })(target, callback);
      return;
    }
    resolvePublicAddresses(host, policy, resolve).then(
      (addresses) => {
        const connect = open({ ...common, ...tls, lookup: createLookup(addresses) });
        connect({ ...target, hostname: host, ...serverName(host) }, (error, socket) => {
          if (error) return callback(error, null);
          if (isConnectedTo(socket, addresses)) return callback(null, socket);
          socket.destroy();
          callback(new AddressRefused(), null);
        });
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function resolvePublicAddresses(
  host: string,
  policy: DestinationPolicy,
  resolve: Resolve,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (!addresses.every((address) => policy.isPublicAddress(address))) throw new AddressRefused();
  return addresses.slice(0, MAX_ADDRESSES);
}

/** RFC 6066 section 3: no address literals and no trailing dot in the server name. */
function serverName(host: string): { servername?: string } {
  return isIP(host) ? {} : { servername: host };
}

function createLookup(addresses: string[]): LookupFunction {
  const answer: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) return callback(null, answer);
    callback(null, answer[0]!.address, answer[0]!.family);
  };
}

function isConnectedTo(socket: Socket, addresses: string[]): boolean {
  return socket.remoteAddress !== undefined && addresses.includes(socket.remoteAddress);
}
