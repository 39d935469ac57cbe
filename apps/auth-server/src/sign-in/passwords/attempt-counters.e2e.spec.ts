import { sql } from '@app/database';
import { hash } from '@node-rs/argon2';
import { C1, password, useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';
import { AttemptCounters, type Attempt } from './attempt-counters.js';

const stack = useAuthServers(2, { TRUSTED_PROXIES: '127.0.0.1' });
/** A fifth of the production cost: concurrent checks overlap, and none waits for as long as an attempt may. */
beforeAll(async () => {
  const stored = await hash(password, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await stack.db.many(sql`update auth.passwords set hash = ${stored}`);
});
const counters = (server = 0) => stack.apps[server]!.get(AttemptCounters, { strict: false });
const attempt = (username: string, more: Partial<Attempt> = {}): Attempt => ({
  username,
  ip: '198.51.100.7',
  method: 'password grant',
  clientId: undefined,
  isClientProven: false,
  knownDevice: undefined,
  ...more,
});
const outcome = (reservation: Promise<unknown>) =>
  reservation.then(
    () => 'reserved',
    (error: { status: number; headers: Record<string, string> }) => [
      error.status,
      Number(error.headers['retry-after']),
    ],
  );

describe('Budgets of wrong passwords', () => {
  it('are not used up by concurrent right passwords: of 30 at most ten are refused, and succeed later', async () => {
    const form = { grant_type: 'password', username: 'admin@a.example', password };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => token(stack, form, { server: n % 2 })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThanOrEqual(10);
    for (const { status, body, headers } of refused) {
      expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '2']);
      expect((await token(stack, form)).status).toBe(200);
    }
  });

  it('check 20 of 30 concurrent wrong passwords across two servers', async () => {
    const form = { grant_type: 'password', username: 'multi@a.example', password: 'wrong' };
    const headers = { 'x-forwarded-for': '198.18.7.1' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => token(stack, form, { server: n % 2, headers })),
    );
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    expect(count(400)).toBe(20);
    expect(count(429) + count(503)).toBe(10);
    expect((await token(stack, { ...form, password }, { headers })).status).toBe(429);
  });

  it('answer 503 with Retry-After 2 immediately if attempts in flight fill a budget', async () => {
    const login = attempt('patient@a.example');
    const inFlight = await Promise.all(Array.from({ length: 10 }, (_, n) => counters(n % 2).reserve(login)));
    expect(await outcome(counters().reserve(login))).toEqual([503, 2]);
    await inFlight[0]!(false);
    expect(await outcome(counters(1).reserve(login))).toBe('reserved');
    for (const complete of inFlight.slice(1)) await complete(true);
    expect(await outcome(counters().reserve(login))).toEqual([503, 2]);
  });

  it('count an attempt whose process died as in flight for half a minute only', async () => {
    const login = attempt('crashed@a.example');
    for (let time = 0; time < 10; time += 1) await counters().reserve(login); // never completed
    for (const key of await stack.redis.keys(`${stack.redisPrefix}:attempts:*:flight`)) {
      const ids = await stack.redis.zrange(key, 0, -1);
      for (const id of ids) await stack.redis.zincrby(key, -30_001, id);
    }
    expect(await outcome(counters(1).reserve(login))).toBe('reserved');
  });

  it('do not count our own failures', async () => {
    const login = attempt('failures@a.example');
    for (let time = 0; time < 12; time += 1) {
      await counters()
        .runCounted(login, () => Promise.reject(new Error('Postgres went away')))
        .catch(() => undefined);
    }
    expect(await outcome(counters().reserve(login))).toBe('reserved');
  });

  it('apply per client only if it authenticated with its secret', async () => {
    const countKeys = async (more: Partial<Attempt>) => {
      const before = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`);
      const complete = await counters().reserve(
        attempt('someone@a.example', { clientId: C1.clientId, ...more }),
      );
      await complete(true);
      const after = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`);
      return after.length - before.length;
    };
    await stack.redis.del(...(await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`)));
    expect(await countKeys({})).toBe(0);
    expect(await countKeys({ isClientProven: true })).toBe(1);
    expect(await countKeys({ method: 'form' })).toBe(1);
  });
});

describe('A client without a secret that has the password grant', () => {
  it('has no budget that an attacker could use up for all users', async () => {
    await stack.register({ ...C1, clientId: 'no-secret', secret: null, grants: ['password'] });
    const form = { client_id: 'no-secret', client_secret: undefined, grant_type: 'password' };
    const headers = { 'x-forwarded-for': '198.18.9.1' };
    const before = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`);
    const wrong = { ...form, username: 'nobody@a.example', password: 'wrong' };
    expect((await token(stack, wrong, { headers })).status).toBe(400);
    expect(await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`)).toHaveLength(before.length);
    const right = { ...form, username: 'admin@a.example', password };
    expect((await token(stack, right, { headers })).status).toBe(200);
    expect(
      await stack.db.many(sql`
      select 1 from auth.access_tokens where client_id = 'no-secret'`),
    ).toHaveLength(1);
  });
});
