import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { AddressRefused, CheckedConnectorOptions, createCheckedConnector } from './checked-connector.js';
import { DnsServer, Zone } from '../test/dns-server.js';
import { DestinationPolicy, destinationPolicy } from './policy.js';
import { isPublicAddress } from './public-address.js';
import { createResolver } from './resolver.js';
import { ssrfCases } from '../test/ssrf-cases.js';

/** 127.0.0.2 represents a public address, so that a real connection can be made. */
const STAND_IN = '127.0.0.2';
const policy: DestinationPolicy = {
  ...destinationPolicy(),
  isPublicAddress: (address) => address === STAND_IN || isPublicAddress(address),
};

let rebinds = 0;
const zone: Zone = {
  'good.test': { A: [STAND_IN] },
  'localtest.me': { A: ['127.0.0.1'] },
  '127.0.0.1.nip.io': { A: ['127.0.0.1'] },
  'rebind.test': () => ({ A: [rebinds++ < 2 ? STAND_IN : '127.0.0.1'] }),
  'multi.test': { A: [STAND_IN, '10.0.0.1'] },
  'mixed.test': { A: [STAND_IN], AAAA: ['::1'] },
  'cname.test': { CNAME: 'db.corp.internal', A: ['10.0.0.7'] },
  'mapped.test': { AAAA: ['::ffff:127.0.0.1'] },
  'nat64.test': { AAAA: ['64:ff9b::7f00:1'] },
  'zero.test': { A: ['0.0.0.0'] },
  'many.test': { A: [...Array.from({ length: 11 }, (_, i) => `8.8.8.${i + 1}`), '10.0.0.1'] },
  'slow.test': 'silence',
};

let dns: DnsServer;
let server: Server;
let port: number;
const agents: Agent[] = [];

function get(url: string, options: Partial<CheckedConnectorOptions> = {}) {
  const resolve = createResolver({ servers: [dns.address], timeoutMs: 200 });
  const agent = new Agent({
    connect: createCheckedConnector({ policy, resolve, open: buildConnector, ...options }),
  });
  agents.push(agent);
  return request(url, { dispatcher: agent }).then((answer) => answer.body.text());
}

const onPort = (url: string) => url.replace(/\/$/, `:${port}/`);
const seen: string[] = [];

beforeAll(async () => {
  dns = await DnsServer.start(zone);
  server = createServer((incoming, answer) => {
    seen.push(incoming.headers.host ?? '');
    answer.end(incoming.socket.localAddress);
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  rebinds = 0;
  seen.length = 0;
  dns.queriedNames.length = 0;
});

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.destroy()));
  server.close();
  await dns.stop();
});

describe('the checked connector', () => {
  it('connects to a name whose every address is public', async () => {
    await expect(get(`http://good.test:${port}/`)).resolves.toBe(STAND_IN);
  });

  for (const { number, input, verdict, why } of ssrfCases) {
    if (verdict !== 'refused at connect' || number === 116) continue;
    it(`#${number} refuses at connect: ${why}`, async () => {
      await expect(get(onPort(input))).rejects.toBeInstanceOf(AddressRefused);
      expect(seen).toEqual([]);
    });
  }

  it('#116 judges the DNS answer for each new connection: public first, 127.0.0.1 then', async () => {
    await expect(get(`http://rebind.test:${port}/`)).resolves.toBe(STAND_IN);
    await expect(get(`http://rebind.test:${port}/`)).rejects.toBeInstanceOf(AddressRefused);
    expect(seen).toHaveLength(1);
  });

  it('#116 queries DNS once per connection, so that no second answer can be used', async () => {
    await get(`http://rebind.test:${port}/`);
    expect(dns.queriedNames.filter((question) => question === 'A rebind.test')).toHaveLength(1);
  });

  it('checks all addresses, not only those it would try', async () => {
    await expect(get('http://many.test/')).rejects.toBeInstanceOf(AddressRefused);
  });

  it('#123 fails as a connection, without asking another resolver or a search domain', async () => {
    await expect(get('http://nx.test/')).rejects.not.toBeInstanceOf(AddressRefused);
    expect(new Set(dns.queriedNames)).toEqual(new Set(['A nx.test', 'AAAA nx.test']));
  });

  it('#124 gives up on a DNS server that never answers', async () => {
    await expect(get('http://slow.test/')).rejects.not.toBeInstanceOf(AddressRefused);
  });

  it('judges address literals, for which there is no lookup', async () => {
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(get(`http://[::1]:${port}/`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(get(`http://${STAND_IN}:${port}/`)).resolves.toBe(STAND_IN);
    expect(dns.queriedNames).toEqual([]);
  });

  it('closes a socket connected to a different address before a byte is written', async () => {
    const astray: typeof buildConnector = (options) => {
      const connect = buildConnector(options);
      return (target, callback) => connect({ ...target, hostname: '127.0.0.1' }, callback);
    };
    await expect(get(`http://good.test:${port}/`, { open: astray })).rejects.toBeInstanceOf(AddressRefused);
    expect(seen).toEqual([]);
  });

  it('resolves trusted hosts by the system resolver', async () => {
    const trusting = destinationPolicy({ allowedHosts: ['localhost', '127.0.0.1'] });
    await expect(get(`http://localhost:${port}/`, { policy: trusting })).resolves.toBe('127.0.0.1');
    await expect(get(`http://127.0.0.1:${port}/`, { policy: trusting })).resolves.toBe('127.0.0.1');
    expect(dns.queriedNames).toEqual([]);
  });
});
