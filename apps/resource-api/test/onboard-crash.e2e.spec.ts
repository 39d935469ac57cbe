import { sql } from '@app/database';
import { endProcess, freePort } from '@app/local-services';
import {
  createTestDatabase,
  HttpClient,
  Owner,
  WAIT_TIMEOUT_MS,
  testRedis,
  TestClock,
  TokenMint,
  SESSIONS_HERE,
} from '@app/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FakeGateway } from './fake-gateway.js';

const script = join(process.cwd(), 'dist', 'apps', 'resource-api', 'src', 'main.js');
const apiUrl = 'https://api.example';

/** kill -9 of the compiled server during onboarding; the same request must succeed afterwards. */
describe('POST /v2/onboard when killed', () => {
  const gateway = new FakeGateway();
  const internal = new FakeGateway();
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Owner;
  let mint: TokenMint;
  let token: string;
  let env: Record<string, string>;
  let server: ChildProcess;
  let http: HttpClient;

  beforeAll(async () => {
    test = await createTestDatabase();
    db = new Owner(test.urls.owner);
    mint = await TokenMint.open(apiUrl, new TestClock(), () => Promise.resolve(1));
    token = await mint.sign({ clientId: 'seller' });
    await Promise.all([gateway.start(), internal.start()]);
    internal.answer = { token_type: 'Bearer', expires_in: 43_200, access_token: 'a', refresh_token: 'r' };
    env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      DATABASE_URL: test.urls.api,
      ...testRedis(),
      AUTH_PUBLIC_URL: mint.issuer,
      API_PUBLIC_URL: apiUrl,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_INTERNAL_URL: internal.url,
      PAYMENT_GATEWAY_URL: gateway.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    };
    await db.many(sql`insert into identity.presets (creation_path, title) values ('starter', 'Starter')`);
    await db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
      values ('seller', 'Seller', '\\x00', '{client_credentials}', '{portal.write}', now(), now())`);
    await startServer();
  });
  afterAll(async () => {
    await killServer();
    await Promise.all([gateway.stop(), internal.stop(), mint?.close()]);
    await db?.end();
    await test?.drop();
  });

  async function startServer(): Promise<void> {
    const port = await freePort();
    server = spawn(process.execPath, [script], { env: { ...env, PORT: String(port) }, stdio: 'ignore' });
    http = new HttpClient(`http://127.0.0.1:${port}`);
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    for (;;) {
      const answer = await http.get('/health/ready').catch(() => undefined);
      if (answer?.status === 200) return;
      if (Date.now() > deadline || server.exitCode !== null) throw new Error(`${script} does not get ready`);
      await pause(50);
    }
  }
  async function killServer(): Promise<void> {
    if (server?.pid) await endProcess(server.pid, 'SIGKILL');
    await http?.close().catch(() => undefined);
  }

  /** Resolves when a request arrives at `pausedGateway`, which holds it until `release`. */
  function pauseGateway(pausedGateway: FakeGateway) {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    pausedGateway.onRequest = () => {
      arrived.resolve();
      return released.promise;
    };
    return {
      arrived: arrived.promise,
      release: () => {
        pausedGateway.onRequest = () => undefined;
        released.resolve();
      },
    };
  }
  /** Blocks the transaction half-way. */
  async function pauseTransaction() {
    const connection = await db.connect();
    await connection.query('begin; lock table identity.customers in access exclusive mode');
    const waits = async (): Promise<void> => {
      const waiting = await db.many(sql`
        select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`);
      if (waiting.length > 0) return;
      await pause(20);
      return waits();
    };
    return {
      arrived: waits(),
      release: () => void connection.query('rollback').finally(() => connection.release()),
    };
  }

  it.each<[string, () => Promise<{ arrived: Promise<void>; release: () => void }>]>([
    ['while the gateway is called', () => Promise.resolve(pauseGateway(gateway))],
    ['in the middle of the transaction', pauseTransaction],
    ['after the commit, while the tokens are fetched', () => Promise.resolve(pauseGateway(internal))],
  ])('%s: the same request succeeds, and everything exists once', async (_, holdUp) => {
    const domain = `p${randomBytes(5).toString('hex')}.learning.localhost`;
    const email = `${randomUUID()}@example.com`;
    const json = {
      creation_path: 'starter',
      customer: { name: 'Crash', payment_token: 'tok_1' },
      portal: { domain, seats: 3 },
      user: { email, first_name: 'Nia', last_name: 'Bell' },
    };
    const headers = { 'idempotency-key': randomUUID() };
    const requestCount = gateway.authorized.length;
    const paused = await holdUp();
    const lost = http.post('/v2/onboard', { token, json, headers }).then(
      () => 'answered',
      () => 'lost',
    );
    await paused.arrived;
    await killServer();
    expect(await lost).toBe('lost');
    paused.release();

    await startServer();
    const answer = await http.post('/v2/onboard', { token, json, headers });
    expect([answer.status, answer.body.oauth_token?.access_token]).toEqual([201, 'a']);
    const counted = await db.one(sql`
      select (select count(*) from identity.portals where name = ${domain}) as portals,
             (select count(*) from identity.persons where email = ${email}) as persons,
             (select count(*) from identity.mails where recipient = ${email}) as mails,
             (select count(*) from learning.outbox where portal_id = ${answer.body.portal.id}) as events,
             (select array_agg(state) from identity.payments where portal_id = ${answer.body.portal.id}) as payments`);
    expect(counted).toEqual({ portals: 1, persons: 1, mails: 1, events: 1, payments: ['capture'] });
    const references = gateway.authorized.slice(requestCount).map((one) => one.reference);
    expect(new Set(references).size).toBe(1);
  });
});
