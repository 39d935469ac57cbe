import { hash } from '@node-rs/argon2';
import { C1, password, rows, useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';
import { AttemptCounters, type Attempt } from './attempt-counters.js';
import { AttemptQueue } from './attempt-queue.js';

const stack = useAuthServers(2, { TRUSTED_PROXIES: '127.0.0.1' });
/** A fifth of the production cost: parallel checks overlap, and none waits for as long as a try may. */
beforeAll(async () => {
  const stored = await hash(password, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await stack.db.query('update auth.passwords set hash = $1', [stored]);
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
const outcome = (booked: Promise<unknown>) =>
  booked.then(
    () => 'booked',
    (error: { status: number; headers: Record<string, string> }) => [
      error.status,
      Number(error.headers['retry-after']),
    ],
  );

describe('Budgets of wrong passwords', () => {
  it('are not used up by right ones at once: 16 from one address for one account', async () => {
    const form = { grant_type: 'password', username: 'admin@a.example', password };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => token(stack, form, { server: n % 2 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(16).fill(200));
  });

  it('hold against 30 wrong ones at once over two servers: twenty are checked', async () => {
    const form = { grant_type: 'password', username: 'multi@a.example', password: 'wrong' };
    const headers = { 'x-forwarded-for': '198.18.7.1' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => token(stack, form, { server: n % 2, headers })),
    );
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    expect([count(400), count(429)]).toEqual([20, 10]);
    expect((await token(stack, { ...form, password }, { headers })).status).toBe(429);
  });

  it('let a waiting try go on when one in flight was right, and refuse it when all failed', async () => {
    const login = attempt('waiting@a.example');
    const inFlight = await Promise.all(Array.from({ length: 10 }, (_, n) => counters(n % 2).book(login)));
    const waiting = counters().book(login);
    const elsewhere = counters(1).book(login);
    await inFlight[0]!(false);
    await inFlight[1]!(false);
    const further = await Promise.all([waiting, elsewhere]);
    const refused = outcome(counters().book(login));
    for (const settle of [...inFlight.slice(2), ...further]) await settle(true);
    expect(await refused).toEqual([429, expect.any(Number)]);
    expect(((await refused) as number[])[1]).toBeGreaterThan(800);
  });

  it('a caller whose turn did not come gets Retry-After of two seconds, not of the whole window', async () => {
    const login = attempt('patient@a.example');
    const inFlight = await Promise.all(Array.from({ length: 10 }, () => counters().book(login)));
    expect(await outcome(counters().book(login))).toEqual([503, 2]);
    for (const settle of inFlight) await settle(false);
    expect(await outcome(counters().book(login))).toBe('booked');
  });

  it('a caller that finds no place among the waiting hears at once that it should come back', async () => {
    const login = attempt('crowded@a.example');
    const inFlight = await Promise.all(Array.from({ length: 10 }, () => counters().book(login)));
    const wait = jest.spyOn(AttemptQueue.prototype, 'wait').mockResolvedValue(false);
    expect(await outcome(counters().book(login))).toEqual([503, 2]);
    expect(wait).toHaveBeenCalledTimes(1);
    wait.mockRestore();
    for (const settle of inFlight) await settle(false);
  });

  it('a try whose process died is no longer in flight after half a minute', async () => {
    const login = attempt('crashed@a.example');
    for (let time = 0; time < 10; time += 1) await counters().book(login); // never settled
    for (const key of await stack.redis.keys(`${stack.redisPrefix}:attempts:*:flight`)) {
      const ids = await stack.redis.zrange(key, 0, -1);
      for (const id of ids) await stack.redis.zincrby(key, -30_001, id);
    }
    expect(await outcome(counters(1).book(login))).toBe('booked');
  });

  it('our own failures count for nothing', async () => {
    const login = attempt('failures@a.example');
    for (let time = 0; time < 12; time += 1) {
      await counters()
        .during(login, () => Promise.reject(new Error('Postgres went away')))
        .catch(() => undefined);
    }
    expect(await outcome(counters().book(login))).toBe('booked');
  });

  it('are per client only for who has proven to be it: a client without a secret is anybody', async () => {
    const countKeys = async (more: Partial<Attempt>) => {
      const before = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`);
      const settle = await counters().book(attempt('someone@a.example', { clientId: C1.clientId, ...more }));
      await settle(true);
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
  it('has no budget that a stranger could use up for everybody', async () => {
    await stack.register({ ...C1, clientId: 'no-secret', secret: null, grants: ['password'] });
    const form = { client_id: 'no-secret', client_secret: undefined, grant_type: 'password' };
    const headers = { 'x-forwarded-for': '198.18.9.1' };
    const before = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`);
    const wrong = { ...form, username: 'nobody@a.example', password: 'wrong' };
    expect((await token(stack, wrong, { headers })).status).toBe(400);
    expect(await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:*`)).toHaveLength(before.length);
    const right = { ...form, username: 'admin@a.example', password };
    expect((await token(stack, right, { headers })).status).toBe(200);
    expect(await rows(stack, `select 1 from auth.access_tokens where client_id = 'no-secret'`)).toHaveLength(
      1,
    );
  });
});
