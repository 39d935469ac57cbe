import { registerClient } from '@app/clients';
import { webhookSecretContext } from '@app/contracts';
import { sql } from '@app/database';
import { Sealer, type SecretsKeys } from '@app/kernel';
import { ServerProcess, testRedis, useDatabase } from '@app/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { rotateSecrets } from './rotation.js';

const newKey = () => randomBytes(32).toString('base64');
const client = { clientId: 'app', name: 'App', secret: 'app-secret-0123456789' };

/** An authorization server and a resource API with the same keys. */
interface Pair {
  auth: ServerProcess;
  api: ServerProcess;
}

/** The way of docs/operations/settings.md, step by step, while partners go on working at all servers that run. */
describe('the exchange of SECRETS_KEY under load', () => {
  const harness = useDatabase();
  const redis = testRedis();
  const [old, next] = [newKey(), newKey()];
  const log: string[] = [];
  const running: Pair[] = [];
  const refused: string[] = [];
  let done = 0;

  async function start({ SECRETS_KEY, OTHER_SECRETS_KEYS = [] }: SecretsKeys): Promise<void> {
    const env = {
      NODE_ENV: 'test',
      ...redis,
      AUTH_PUBLIC_URL: 'https://auth.test',
      API_PUBLIC_URL: 'https://api.test',
      SECRETS_KEY,
      OTHER_SECRETS_KEYS: OTHER_SECRETS_KEYS.join(','),
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    const replica = (app: 'auth-server' | 'resource-api', more: Record<string, string>) =>
      ServerProcess.start({ app, env: { ...env, ...more }, log: (line) => void log.push(line) });
    const auth = await replica('auth-server', { DATABASE_URL: harness.urls.auth });
    const JWKS_URL = `${auth.url}/.well-known/jwks.json`;
    running.push({ auth, api: await replica('resource-api', { DATABASE_URL: harness.urls.api, JWKS_URL }) });
  }
  const inFlight = new Set<Promise<unknown>>();
  async function stop({ auth, api }: Pair): Promise<void> {
    running.splice(
      running.findIndex((pair) => pair.auth === auth),
      1,
    );
    await Promise.all(inFlight); // as a load balancer drains what it takes out
    await Promise.all([auth.stop(), api.stop()]);
  }

  async function send(url: string, init: RequestInit, expected: number): Promise<Record<string, unknown>> {
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (answer.status !== expected) throw new Error(`${init.method} ${url}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }
  const anyPair = (): Pair => running[Math.floor(Math.random() * running.length)]!;

  /** A job of a partner: a token, and a webhook that is created twice with one key at servers that may differ. */
  async function job(): Promise<void> {
    const [first, second] = [anyPair(), anyPair()];
    const form = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.secret,
    };
    const token = await send(
      `${first.auth.url}/oauth/token`,
      { method: 'POST', body: new URLSearchParams(form) },
      200,
    );
    const headers = {
      authorization: `Bearer ${String(token['access_token'])}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', secret_key: 'long enough for a secret' });
    const create = ({ api }: Pair) => send(`${api.url}/v2/webhooks`, { method: 'POST', headers, body }, 201);
    const createdBody = await create(first);
    const again = await create(second);
    if (createdBody['id'] !== again['id']) throw new Error('a repeated request created a second webhook');
    const { authorization } = headers;
    // one of each step before the last stays; a portal has room for five
    if (step < 3 && !keptIds.has(step)) return void keptIds.add(step);
    await send(
      `${second.api.url}/v2/webhooks/${String(createdBody['id'])}`,
      { method: 'DELETE', headers: { authorization } },
      204,
    );
  }
  const keptIds = new Set<number>();
  let step = 0;
  let isLoaded = true;
  const load = async (): Promise<void> => {
    while (isLoaded && refused.length === 0) {
      const work = job().catch((error: Error) => void refused.push(error.message));
      inFlight.add(work);
      await work;
      inFlight.delete(work);
      done += 1;
    }
  };
  /** Until each of the workers has done some jobs with the servers that run now. */
  async function somewhat(): Promise<void> {
    const until = done + 8;
    while (done < until && refused.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  beforeAll(async () => {
    const [portal] = await harness.db.many<{ id: number }>(sql`
      insert into identity.portals (name, title) values ('p.learning.localhost', 'P') returning id`);
    const rights = { redirectUri: 'https://app.example/cb', portalId: portal!.id };
    await harness.database.write((tx) =>
      registerClient(tx, { ...client, ...rights, scopes: ['webhook.read', 'webhook.write'] }, new Date()),
    );
  });
  afterAll(async () => {
    isLoaded = false;
    for (const pair of [...running]) await stop(pair);
  });

  it('causes no failed request', async () => {
    const steps: SecretsKeys[] = [
      { SECRETS_KEY: old },
      { SECRETS_KEY: old, OTHER_SECRETS_KEYS: [next] },
      { SECRETS_KEY: next, OTHER_SECRETS_KEYS: [old] },
      { SECRETS_KEY: next },
    ];
    await start(steps[0]!);
    const workers = [load(), load()];
    await somewhat();
    for (step = 1; step < steps.length; step += 1) {
      if (step === 3) await rotateSecrets(harness.database, steps[2]!, () => undefined);
      const [before] = running;
      await start(steps[step]!);
      await somewhat();
      await stop(before!);
      await somewhat();
    }
    isLoaded = false;
    await Promise.all(workers);
    expect(refused).toEqual([]);
    const webhooks = await harness.db.many<{ id: number; secret: Buffer }>(sql`
      select id, secret from learning.webhooks`);
    const readable = webhooks.filter(({ id, secret }) =>
      Sealer.of({ SECRETS_KEY: next }).tryOpen(secret, webhookSecretContext(id)),
    );
    expect([readable.length, keptIds.size]).toEqual([webhooks.length, 3]);
    expect(log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });
});
