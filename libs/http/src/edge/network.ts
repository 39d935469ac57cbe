import ipaddr from 'ipaddr.js';
import { isIPv4 } from 'node:net';

/**
 * The network within which a person's IP address tends to change: /24 for IPv4, /64 for IPv6; `unknown` once the client
 * has disconnected.
 */
export function toNetwork(ip: string | undefined): string {
  if (!ip) return 'unknown'; // the client has disconnected
  if (isIPv4(ip)) return ip.replace(/\d+$/, '0'); // most are IPv4, and a refused guess costs little else
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 24 : 64;
  const range = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return range.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}
