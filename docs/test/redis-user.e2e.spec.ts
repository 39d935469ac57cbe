import { registerClient } from '@app/clients';
import { sql } from '@app/database';
import { startRedis, freePort, type RunningRedis, listen, readPort } from '@app/local-services';
import {
  describeWith,
  makeCertificates,
  ServerProcess,
  useDatabase,
  temporaryFolder,
  eventually,
} from '@app/testing';
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

const password = 'of-the-user-0123456789';
const boardPassword = 'of-the-board-0123';
const client = { clientId: 'app', name: 'App', secret: 'app-secret-0123456789' };
const scopes = ['webhook.read', 'webhook.write', 'user.read', 'user.write', 'lo.read'];

/** The user as docs/operations/install.md gives it: its name, and its rights as in redis.conf. */
function documentedUser(): [name: string, rights: string] {
  const text = readFileSync(join(__dirname, '..', 'operations', 'install.md'), 'utf8');
  const [, block = ''] = /<!-- redis user -->([\s\S]*)<!-- \/redis user -->/.exec(text) ?? [];
  const [, name, rights] = /^user (lp) (.*)$/m.exec(block) ?? [];
  if (!name || !rights) throw new Error('docs/operations/install.md has no user of Redis');
  return [name, rights.replace('PASSWORD', password)];
}

/** The test runs the built programs. */
const isBuilt = existsSync(join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js'));
const describeBuilt = isBuilt
  ? (name: string, tests: () => void) => describeWith('openssl', name, tests)
  : (name: string, tests: () => void) => describe.skip(`${name} (needs npm run build)`, tests);

describeBuilt('all three servers, with Redis over TLS and the user of docs/operations/install.md', () => {
  const harness = useDatabase();
  const folder = temporaryFolder();
  const replicas: ServerProcess[] = [];
  const received: string[] = [];
  const log: string[] = [];
  let redis: RunningRedis;
  let administrator: Redis;
  let receiver: Server;
  let env: Record<string, string>;
  let servers: Record<'auth' | 'api' | 'worker', ServerProcess>;

  beforeAll(async () => {
    const { certificate, key, authority } = makeCertificates(folder);
    const tlsPort = await freePort();
    const [name, rights] = documentedUser();
    redis = await startRedis({
      dir: join(folder, 'redis'),
      settings: {
        [`user ${name}`]: rights,
        'tls-port': tlsPort,
        'tls-cert-file': certificate,
        'tls-key-file': key,
        'tls-ca-cert-file': authority,
        'tls-auth-clients': 'no',
      },
    });
    administrator = new Redis(redis.url);
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString()));
      request.on('end', () => {
        received.push(body);
        response.end();
      });
    });
    await listen(receiver);
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) overriding system value
      values (7, 'p.learning.localhost', 'P')`);
    const rightsOfClient = { redirectUri: 'https://app.example/cb', portalId: 7, scopes };
    await harness.database.write((tx) =>
      registerClient(tx, { ...client, ...rightsOfClient } as never, new Date()),
    );

    env = {
      NODE_ENV: 'test',
      REDIS_URL: `rediss://${name}:${password}@localhost:${tlsPort}`,
      REDIS_PREFIX: name,
      NODE_EXTRA_CA_CERTS: authority,
      AUTH_PUBLIC_URL: 'https://auth.test',
      API_PUBLIC_URL: 'https://api.test',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    const start = async (
      app: 'auth-server' | 'resource-api' | 'webhook-worker',
      more: Record<string, string>,
    ) => {
      const replica = await ServerProcess.start({
        app,
        env: { ...env, ...more },
        log: (line) => void log.push(line),
      });
      replicas.push(replica);
      return replica;
    };
    const auth = await start('auth-server', { DATABASE_URL: harness.urls.auth });
    const JWKS_URL = `${auth.url}/.well-known/jwks.json`;
    servers = {
      auth,
      api: await start('resource-api', { DATABASE_URL: harness.urls.api, JWKS_URL }),
      worker: await start('webhook-worker', {
        DATABASE_URL: harness.urls.worker,
        QUEUE_BOARD_PASSWORD: boardPassword,
      }),
    };
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    receiver?.close();
    administrator?.disconnect();
    await redis?.stop();
  });

  const refused = async (): Promise<unknown[]> =>
    ((await administrator.call('acl', 'log')) as unknown[][]).map((entry) => entry.slice(0, 10));
  const token = async (): Promise<string> => {
    const answer = await fetch(`${servers.auth.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.secret,
      }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const call = async (
    path: string,
    bearer: string,
    body?: object,
  ): Promise<[number, Record<string, unknown>]> => {
    const answer = await fetch(`${servers.api.url}${path}`, {
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return [answer.status, (await answer.json()) as Record<string, unknown>];
  };

  it('the user is the one they connect as', async () => {
    const clients = (await administrator.client('LIST')) as string;
    // at least one of each server
    expect(clients.split('\n').filter((line) => / user=lp /.test(line)).length).toBeGreaterThanOrEqual(3);
  });

  it('count requests together', async () => {
    const bearer = await token();
    expect((await call('/v2/me', bearer))[0]).toBe(200);
    // what each process has counted is in Redis within 200 ms
    await eventually('counted', async () =>
      (await administrator.keys('lp:*')).some((key) => !key.includes('scroll')),
    );
  });

  it('scroll', async () => {
    const [status, body] = await call('/v2/learning-objects?scroll=true&limit=1', await token());
    expect([status, body['error_code']]).toEqual([200, undefined]);
  });

  it('deliver events', async () => {
    const bearer = await token();
    const port = readPort(receiver);
    const url = `http://127.0.0.1:${port}/hook`;
    expect(await call('/v2/webhooks', bearer, { url, user_create: true })).toEqual([201, expect.anything()]);
    const person = { email: 'ada@p.example', first_name: 'Ada', last_name: 'Lovelace' };
    expect(await call('/v2/users', bearer, person)).toEqual([201, expect.anything()]);
    await eventually('delivered', () => received.some((body) => body.includes('user.create')));
    expect((await administrator.keys('{lp:queue}:*')).length).toBeGreaterThan(0);
  });

  it('notice revocations', async () => {
    const bearer = await token();
    expect((await call('/v2/me', bearer))[0]).toBe(200);
    await fetch(`${servers.auth.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: bearer, client_id: client.clientId, client_secret: client.secret }),
    });
    await eventually('refused', async () => (await call('/v2/me', bearer))[0] === 401);
  });

  it('show the queue board', async () => {
    const answer = await fetch(`${servers.worker.url}/queues/api/queues`, {
      headers: { authorization: `Basic ${Buffer.from(`any:${boardPassword}`).toString('base64')}` },
    });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { queues: unknown[] }).queues.length).toBeGreaterThan(0);
  });

  it('were refused nothing', async () => {
    expect(await refused()).toEqual([]);
    expect(log.filter((line) => /NOPERM|"level":"(error|fatal)"/.test(line))).toEqual([]);
  });

  it('while others are: the user reaches neither another environment nor the server itself', async () => {
    const user = new Redis(env['REDIS_URL']!, { tls: { ca: readFileSync(env['NODE_EXTRA_CA_CERTS']!) } });
    for (const [command, ...args] of [
      ['get', 'other:key'],
      ['set', 'lpx', '1'],
      ['publish', 'other:channel', 'x'],
      ['flushall'],
      ['keys', '*'],
      ['config', 'get', '*'],
      ['acl', 'list'],
      ['client', 'kill', 'user', 'lp'],
      ['script', 'flush'],
    ] as const)
      await expect(user.call(command, ...args)).rejects.toThrow('NOPERM');
    user.disconnect();
    await administrator.call('acl', 'log', 'reset');
  });

  it('a server with another authority reports why it has no Redis', async () => {
    const { REDIS_URL } = env;
    const stranger = new Redis(REDIS_URL!, { tls: {}, lazyConnect: true, retryStrategy: () => null });
    await expect(
      new Promise((_resolve, reject) => {
        stranger.on('error', reject);
        stranger.connect().catch(() => undefined);
      }),
    ).rejects.toThrow(/unable to verify|self-signed/);
  });
});
