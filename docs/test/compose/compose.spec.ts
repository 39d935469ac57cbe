import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { parse } from 'yaml';
import { loadSettings as authServer } from '../../../apps/auth-server/src/config.js';
import { loadSettings as webConsole } from '../../../apps/console/src/config.js';
import { loadSettings as resourceApi } from '../../../apps/resource-api/src/config.js';
import { loadSettings as webhookWorker } from '../../../apps/webhook-worker/src/config.js';
import { listComposeFaults } from './compose-faults.js';

const servers = {
  'auth-server': authServer,
  'resource-api': resourceApi,
  'webhook-worker': webhookWorker,
  console: webConsole,
};
const names = Object.keys(servers) as (keyof typeof servers)[];

describe('docker-compose.yml', () => {
  const text = readFileSync('docker-compose.yml', 'utf8');
  const variables: Record<string, string> = {
    ...Object.fromEntries([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => [name, 'x'.repeat(24)])),
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    AUTH_PUBLIC_URL: 'http://localhost:4000',
    API_PUBLIC_URL: 'http://localhost:4001',
    CONSOLE_PUBLIC_URL: 'http://localhost:4004',
    PORTAL_ORIGIN: 'http://{portal}:4000',
    SMTP_URL: '',
    PAYMENT_GATEWAY_URL: '',
    PAYMENTS_WITHOUT_GATEWAY: '',
    PUBLISH_ON: '',
    TRUSTED_PROXIES: '',
  };
  const interpolated = JSON.stringify(parse(text, { merge: true })).replace(
    /\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
    (_all, name: string, byDefault = '') => variables[name] || byDefault,
  );
  const file = JSON.parse(interpolated);

  it('matches the schema of the compose specification', () => {
    expect(listComposeFaults(file)).toEqual([]);
    expect(listComposeFaults({ ...file, services: { postgres: { imagine: 'x' } } })).toHaveLength(1);
  });

  it.each(names)(
    'passes %s every setting that it needs, and has a health check and time to shut down',
    (app) => {
      const { environment, healthcheck, command, entrypoint, stop_grace_period } = file.services[app];
      // compose passes an empty value on as an empty string
      const entries = Object.entries<string | null>(environment).map(([name, value]) => [name, value ?? '']);
      servers[app](Object.fromEntries(entries) as Record<string, string>);
      expect([entrypoint, command]).toEqual([undefined, [app]]); // the entry point sets Node's flags
      expect(healthcheck.test.join(' ')).toContain('/health/ready');
      expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(20);
    },
  );

  it('trusts the proxy on this machine for client addresses, and nothing can bypass it', () => {
    const [{ subnet, gateway }] = file.networks.default.ipam.config;
    const { ipv4_address: consoleAddress } = file.services.console.networks.default;
    for (const app of ['auth-server', 'resource-api', 'console'] as const) {
      const { environment, ports } = file.services[app];
      const { TRUSTED_PROXIES } = servers[app](environment);
      expect(TRUSTED_PROXIES).toEqual(app === 'console' ? [gateway] : [gateway, consoleAddress]);
      expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:(\d+):\1$/)]);
    }
    const network = new BlockList();
    const [address, bits] = subnet.split('/');
    network.addSubnet(address, Number(bits));
    expect(network.check(gateway)).toBe(true);
    expect(network.check(consoleAddress)).toBe(true);
  });

  it('pins the images it does not build, and prevents queues from being evicted', () => {
    expect(file.services.postgres.image).toMatch(/:18\.\d+/);
    expect(file.services.redis.image).toMatch(/:\d+\.\d+\.\d+/);
    expect(file.services.redis.command).toEqual(
      expect.arrayContaining(['--appendonly', 'yes', 'noeviction']),
    );
  });

  it('has every variable in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    for (const name of Object.keys(variables).filter((one) => one !== 'VERSION'))
      expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});
