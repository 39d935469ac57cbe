import { commandLine } from '@app/access';
import { SigningKeyQueries, KeyRotation } from '@app/signing-keys';
import { type Database, openDatabase, sql } from '@app/database';
import { systemClock } from '@app/kernel';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { setTimeout as pause } from 'node:timers/promises';
import { useAuthProcesses } from './auth-processes.js';
import { get, token } from './requests.js';

const processes = useAuthProcesses();
const { stack } = processes;
const tokensASecond = 30;
/** Tokens that are issued and verified at least after each step of time. */
const tokensAStep = 20;
/** Longer than the interval at which a process reloads the keys. */
const reloadMs = 1_200;
const maxAge = 3600;

/** How far stored times have been moved into the past, in seconds: the processes' clock cannot be moved. */
let passed = 0;
const now = (): number => Date.now() / 1000 + passed;

/** Lets time pass for the keys by moving every stored time into the past, until processes have read it and `isUsed`. */
async function pass(seconds: number, isUsed: () => boolean): Promise<void> {
  await stack.db.many(sql`
    update auth.signing_keys set signs_from = signs_from - make_interval(secs => ${seconds}),
           created_time = created_time - make_interval(secs => ${seconds})`);
  passed += seconds;
  await pause(reloadMs);
  while (!isUsed()) await pause(20);
}

/** Verifies tokens offline and caches the key set for `keeps` seconds, even for unknown kids. */
class Verifier {
  readonly refused: string[] = [];
  fetches = 0;
  #fetchedAt = -Infinity;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(readonly keeps: number) {}

  async check(accessToken: string): Promise<void> {
    if (now() - this.#fetchedAt >= this.keeps) {
      this.#fetchedAt = now();
      this.#keys = this.#fetch();
    }
    await jwtVerify(accessToken, await this.#keys!, { issuer: 'https://auth.test' }).catch(
      (error: unknown) => {
        this.refused.push(String(error));
      },
    );
  }

  async #fetch(): Promise<JWTVerifyGetKey> {
    const { body, headers } = await get(`${processes.proxy.url}/.well-known/jwks.json`);
    expect(headers.get('cache-control')).toBe(`public, max-age=${maxAge}`);
    this.fetches += 1;
    return createLocalJWKSet(body as JSONWebKeySet);
  }
}

describe('key rotation under load, over two processes', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ url: stack.database.urls.owner, applicationName: 'cli', poolSize: 2 });
  });
  afterAll(() => database.dataSource.destroy());

  it('J03 no verifier refuses a token while its key goes from next to current to retired to deleted', async () => {
    const settings = {
      SECRETS_KEY: stack.settings['SECRETS_KEY']!,
      SIGNING_ALG: 'ES256' as const,
    };
    const rotation = new KeyRotation(
      database,
      new SigningKeyQueries(database),
      systemClock,
      settings,
      commandLine(),
    );
    // one follows Cache-Control; the other caches the set for the full two max-age by which a key is published
    // ahead
    const verifiers = [new Verifier(maxAge), new Verifier(2 * maxAge)];
    const issued: { text: string; diesAt: number }[] = [];
    const kids = new Set<string>();
    const failures: unknown[] = [];
    const under = new Set<Promise<void>>();
    let count = 0;

    const one = async (): Promise<void> => {
      const { status, body } = await token(processes.behindProxy, { grant_type: 'client_credentials' });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      const text = body.access_token as string;
      kids.add((JSON.parse(Buffer.from(text.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid);
      count += 1;
      if (count % 7 === 0) issued.push({ text, diesAt: now() + 43_200 });
      for (const verifier of verifiers) await verifier.check(text);
    };
    const begin = Date.now();
    let sent = 0;
    const load = setInterval(() => {
      for (; sent < ((Date.now() - begin) / 1000) * tokensASecond && under.size < 200; sent += 1) {
        const work: Promise<void> = one()
          .catch((error: Error) => void failures.push(`${error.message} ${String(error.cause)}`))
          .finally(() => under.delete(work));
        under.add(work);
      }
    }, 10);
    const step = (seconds: number) => {
      const before = count;
      return pass(seconds, () => count >= before + tokensAStep || failures.length > 0);
    };
    /** Tokens of every age that have not expired. */
    const checkEarlier = async (): Promise<void> => {
      for (const { text, diesAt } of issued)
        if (diesAt > now()) for (const verifier of verifiers) await verifier.check(text);
    };
    const states = async () => {
      const { body } = await get(`${processes.proxy.url}/oauth/public-key`);
      return { current: body.kid as string, published: (body as JSONWebKeySet).keys.map(({ kid }) => kid) };
    };

    await pause(reloadMs);
    const first = (await states()).current;
    const next = await rotation.rotate();
    const rotatedAt = now();
    const sinceRotation = () => now() - rotatedAt;
    await pause(reloadMs);
    // as many times as there are processes
    while (!(await states()).published.includes(next) || !(await states()).published.includes(next))
      await pause(20);
    expect(await states()).toEqual({ current: first, published: [first, next] });
    while ((await states()).current === first && sinceRotation() < 3 * maxAge) {
      await step(1200);
      await checkEarlier();
    }
    expect(sinceRotation()).toBeGreaterThan(2 * maxAge);
    expect(await states()).toEqual({ current: next, published: [next, first] });
    while ((await states()).published.includes(first) && sinceRotation() < 20 * maxAge) {
      await step(2 * maxAge);
      await checkEarlier();
    }
    expect(sinceRotation()).toBeGreaterThan(2 * maxAge + 43_200);
    clearInterval(load);
    await Promise.all(under);

    expect(failures).toEqual([]);
    expect(verifiers.map(({ refused }) => refused)).toEqual([[], []]);
    expect(kids).toEqual(new Set([first, next]));
    expect(verifiers[0]!.fetches).toBeGreaterThan(verifiers[1]!.fetches);
    expect(verifiers[1]!.fetches).toBeLessThanOrEqual(Math.ceil(passed / (2 * maxAge)) + 1);
    expect(count).toBeGreaterThan(15 * tokensAStep);
  });
});
