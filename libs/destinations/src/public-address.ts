import { BlockList, isIP } from 'node:net';

const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's WireServer: globally routable according to the registry, but in fact internal
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Only global unicast is allowed, so loopback, ULA, NAT64 and mapped addresses need no entries. */
const ALLOWED_IPV6 = ['2000::/3'];
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

const refusedIpv4 = blockList('ipv4', REFUSED_IPV4);
const allowedIpv6 = blockList('ipv6', ALLOWED_IPV6);
const refusedIpv6 = blockList('ipv6', REFUSED_IPV6);

/**
 * Whether a delivery may connect to `address`, an IP literal without brackets (contract 5.11).
 * Sources: IANA special-purpose address registries (RFC 6890), RFC 4291, RFC 9637, RFC 9780.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedIpv4.check(address, 'ipv4');
    case 6:
      // BlockList.check returns false for a zoned address, whatever its rules are
      return (
        !address.includes('%') && allowedIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

function blockList(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net, prefix] = range.split('/') as [string, string];
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
