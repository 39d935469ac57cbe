import { listen, readPort } from '@app/local-services';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { migrate, sql } from '@app/database';
import {
  createEmptyDatabase,
  Owner,
  WAIT_TIMEOUT_MS,
  ServerProcess,
  RoundRobinProxy,
  testRedis,
  testServices,
} from '@app/testing';
import { buildCommit, lastRelease } from '../previous-version.js';

const previous = lastRelease();
const isThere = previous.commit !== undefined;
const title = `an upgrade from ${previous.version} and back`;
/** Partners that call all the time, and the fewest rounds of calls that each makes in each phase. */
const PARTNERS = 2;
const ROUNDS = 5;
const SERVERS = ['auth-server', 'resource-api', 'webhook-worker'] as const;
type Server = (typeof SERVERS)[number];

(isThere ? describe : describe.skip)(isThere ? title : `${title} (needs the history of git)`, () => {
  const { passwords } = testServices();
  const received: string[] = [];
  const receiver = createServer((request, reply) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      received.push(body);
      reply.end();
      receiver.emit('received');
    });
  });
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Owner;
  let folder: string;
  let proxies: Record<'auth' | 'api', RoundRobinProxy>;
  let environments: Record<Server, Record<string, string>>;
  let running: { server: Server; replica: ServerProcess }[] = [];

  beforeAll(async () => {
    folder = buildCommit(previous.commit!);
    database = await createEmptyDatabase();
    owner = new Owner(database.url);
    await listen(receiver);
    proxies = { auth: await RoundRobinProxy.before([]), api: await RoundRobinProxy.before([]) };
    environments = settings();
    const run = (args: string[]) =>
      execFileSync(process.execPath, args, {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          ...environments['resource-api'],
          DATABASE_URL: database.url,
        },
      });
    // the command would ask for longer passwords than those that all tests share
    const options = JSON.stringify({ url: database.url, passwords });
    run(['-e', `require('./dist/libs/database/src/index.js').migrate(${options})`]);
    run(['dist/apps/cli/src/main.js', 'apply', '-f', 'apps/tools/demo/bootstrap.yaml']);
  });
  afterAll(async () => {
    await Promise.all(running.map(({ replica }) => replica.stop()));
    await Promise.all([proxies?.auth.close(), proxies?.api.close()]);
    receiver.close();
    receiver.closeAllConnections();
    await owner?.end();
    await database?.drop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  function settings(): Record<Server, Record<string, string>> {
    const formatUrl = (role: 'auth' | 'api' | 'worker') =>
      Object.assign(new URL(database.url), { username: `lp_${role}`, password: passwords[role] }).href;
    const shared = {
      ...testRedis(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      DATABASE_POOL_SIZE: '5',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_PUBLIC_URL: proxies.auth.url,
      API_PUBLIC_URL: proxies.api.url,
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    return {
      'auth-server': { ...shared, DATABASE_URL: formatUrl('auth') },
      'resource-api': {
        ...shared,
        DATABASE_URL: formatUrl('api'),
        JWKS_URL: `${proxies.auth.url}/.well-known/jwks.json`,
      },
      'webhook-worker': { ...shared, DATABASE_URL: formatUrl('worker') },
    };
  }

  /** Starts all three servers of a build; it is done when they are ready and get requests. */
  async function start(root: string, heard = new Set<Server>()): Promise<typeof running> {
    return Promise.all(
      SERVERS.map(async (server) => {
        const env = environments[server];
        const replica = await ServerProcess.start({
          app: server,
          env,
          root,
          log: () => void heard.add(server),
        });
        running.push({ server, replica });
        findTargets(server)?.push(replica.url);
        return { server, replica };
      }),
    );
  }

  const findTargets = (server: Server): string[] | undefined =>
    server === 'webhook-worker' ? undefined : proxies[server === 'auth-server' ? 'auth' : 'api'].targets;

  /** As a load balancer and Kubernetes do: first no more requests, then SIGTERM. */
  async function stop(all: typeof running): Promise<void> {
    for (const { server, replica } of all) {
      const targets = findTargets(server);
      targets?.splice(targets.indexOf(replica.url), 1);
    }
    await Promise.all(all.map(({ replica }) => replica.stop()));
    running = running.filter((one) => !all.includes(one));
  }

  const failures: string[] = [];
  let createdCount = 0;
  async function call(url: string, token?: string, body?: Record<string, unknown>, method?: string) {
    const answer = await fetch(url, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    createdCount++;
    if (!answer.ok) failures.push(`${method ?? ''} ${url} ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : {}) as Record<string, any>;
  }
  const api = (path: string) => `${proxies.api.url}${path}`;
  const exchange = (form: Record<string, string>) => call(`${proxies.auth.url}/oauth/token`, undefined, form);
  const requestToken = async (): Promise<string> =>
    (
      await exchange({
        grant_type: 'client_credentials',
        client_id: 'acme-app',
        client_secret: 'acme-app-secret',
      })
    )['access_token'] as string;

  const partnerApp = { client_id: 'partner-app', client_secret: 'partner-app-secret' };
  /** The last refresh token of each partner. */
  const refreshTokens: (string | undefined)[] = [];
  /** Signs a partner in once, and then refreshes. */
  async function refresh(partner: number): Promise<void> {
    const refresh_token = refreshTokens[partner];
    const answer = await exchange(
      refresh_token === undefined
        ? {
            ...partnerApp,
            grant_type: 'password',
            username: 'admin@acme.example',
            password: 'Demo-pass-1234',
            portal_name: 'acme.learning.localhost',
          }
        : { ...partnerApp, grant_type: 'refresh_token', refresh_token },
    );
    refreshTokens[partner] = answer['refresh_token'] as string;
  }

  let people = 0;
  /** The work of a partner: new tokens and older ones, reading, writing, and events. */
  async function round(keptToken: string, partner: number): Promise<void> {
    const token = await requestToken();
    await refresh(partner);
    const email = `person-${people++}@acme.example`;
    const { id } = await call(api('/v2/users'), token, { email, first_name: 'Per', last_name: 'Son' });
    await call(api(`/v2/users/${id}`), keptToken, { first_name: 'Pia' }, 'PATCH');
    await call(api(`/v2/users?q=${encodeURIComponent(email)}`), token);
    await call(api('/v2/me'), keptToken);
    await call(api('/v2/learning-objects?limit=5'), token);
    await call(api('/v2/enrollments?limit=5'), keptToken);
    await call(`${proxies.auth.url}/oauth/validate`, token);
  }

  /** Load until `isOver`, and at least some rounds. */
  async function load(keptToken: string, isOver: () => boolean = () => true): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS || !isOver(); rounds++)
      await Promise.all(Array.from({ length: PARTNERS }, (_, partner) => round(keptToken, partner)));
  }

  it('fails no request, in whatever order servers and migrations come, and loses no event', async () => {
    const old = await start(folder);
    const firstToken = await requestToken();
    const port = readPort(receiver);
    await call(api('/v2/webhooks'), firstToken, { url: `http://127.0.0.1:${port}/`, user_create: true });
    await load(firstToken);
    expect(failures).toEqual([]);

    // new pods before the Job: they have begun to log, and wait; after a release there may be nothing to wait for
    const isPending = (await pendingMigrations(owner)) > 0;
    let isReady = false;
    const heard = new Set<Server>();
    const starting = start(process.cwd(), heard).finally(() => (isReady = true));
    await load(firstToken, () => heard.size === SERVERS.length);
    if (isPending) expect(isReady).toBe(false);

    // the Job, under load
    let isMigrated = false;
    const migrating = migrate({ url: database.url, passwords }).finally(() => (isMigrated = true));
    await load(firstToken, () => isMigrated);
    expect((await migrating).length > 0).toBe(isPending);
    expect(await pendingMigrations(owner)).toBe(0);

    // both versions together, then the new one alone
    await load(firstToken, () => isReady);
    const fresh = await starting;
    await load(firstToken);
    await Promise.all([stop(old), load(firstToken)]);
    await load(firstToken);

    // and back, on the newer schema
    await start(folder);
    await load(firstToken);
    await Promise.all([stop(fresh), load(firstToken)]);
    await load(firstToken);

    expect(failures).toEqual([]);
    expect(createdCount).toBeGreaterThan(80 * ROUNDS);
    const emails = () =>
      new Set(received.flatMap((body) => /person-\d+@acme\.example/.exec(body)?.[0] ?? []));
    while (emails().size < people)
      await once(receiver, 'received', { signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) });
  });
});

/** How many migrations of this build have not run there. */
async function pendingMigrations(owner: Owner): Promise<number> {
  const files = readdirSync(join('libs', 'database', 'src', 'schema', 'migrations'));
  const rows = await owner.many(sql`select 1 from schema_migrations`);
  return files.filter((file) => /^\d{14}-/.test(file)).length - rows.length;
}
