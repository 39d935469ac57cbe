import { listen } from '@app/local-services';
import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { REDIS } from '@app/redis';
import type { Redis } from 'ioredis';
import { register } from 'prom-client';
import { StoredRequestQueries } from '../../src/sign-in/login/stored-requests.queries.js';
import { ClientQueries } from '../../src/applications/clients/index.js';
import { approve } from '../approvals.js';
import { assertion, registerKey, type AssertionKey } from '../assertions.js';
import { C1, C2, password, startServer, storeCostlyPasswords, useAuthServers } from '../auth-stack.js';
import { expectRefusal, token, type OAuthAnswer, validate } from '../requests.js';
import { authorizeAddress, TestBrowser } from '../test-browser.js';

const stack = useAuthServers(2, { TRUSTED_PROXIES: '127.0.0.1' });
beforeAll(() => storeCostlyPasswords(stack));
const fromIp = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const login = (form: Record<string, string | undefined>, ip = '198.51.100.7') =>
  token(stack, { grant_type: 'password', username: 'admin@a.example', password, ...form }, fromIp(ip));

async function hashRuns(): Promise<number> {
  const metric = await register.getSingleMetric('auth_password_hash_runs_total')!.get();
  return metric.values[0]?.value ?? 0;
}

describe('G. password', () => {
  it('G01 the same message and one argon2id run for each error', async () => {
    const c2 = { client_id: C2.clientId, client_secret: C2.secret, portal_name: 'a.learning.localhost' };
    const answers: OAuthAnswer[] = [];
    for (const form of [
      { ...c2, username: 'nobody@a.example' },
      { ...c2, password: 'wrong' },
      { ...c2, username: 'blocked@a.example' },
      { ...c2, username: 'learner@a.example' },
      { ...c2, username: 'admin@b.example' },
      { ...c2, portal_name: 'nowhere.learning.localhost' },
    ]) {
      const before = await hashRuns();
      const answer = await login(form);
      expectRefusal(answer, 400, 'invalid_grant');
      expect((await hashRuns()) - before).toBe(1);
      answers.push(answer);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('G02 portal_name', async () => {
    const c2 = { client_id: C2.clientId, client_secret: C2.secret };
    expectRefusal(await login(c2), 400, 'invalid_request');
    expectRefusal(await login({ portal_name: 'a.learning.localhost' }), 400, 'invalid_request');
    expect((await login({ ...c2, portal_name: 'A.Learning.LOCALHOST' })).status).toBe(200);
    for (const portal_name of [
      'a.learning.localhost:80',
      'a.learning.localhost/x',
      'a.learning.localhost.',
    ]) {
      expectRefusal(await login({ ...c2, portal_name }, '198.51.101.7'), 400, 'invalid_grant');
    }
  });

  it('G03 empty, overlong or with NUL: invalid_request without argon2', async () => {
    const before = await hashRuns();
    for (const form of [
      { username: '' },
      { password: '' },
      { password: 'x'.repeat(1025) },
      { password: 'a\0b' },
    ]) {
      expectRefusal(await login(form), 400, 'invalid_request');
    }
    expect(await hashRuns()).toBe(before);
  });

  it('G04 20 wrong passwords by an authenticated client: 429 only for it; the form has its own counters', async () => {
    const wrong: number[] = [];
    for (let time = 0; time < 22; time += 1)
      wrong.push((await login({ password: 'wrong' }, `203.0.113.${time}`)).status);
    for (let time = 0; time < 11; time += 1) {
      const browser = new TestBrowser(stack, 1, { 'x-forwarded-for': '203.0.113.10' });
      await browser.get(authorizeAddress());
      wrong.push((await browser.login('admin@a.example', 'wrong')).status);
    }
    const spent = (times: number, more: number) => [
      ...Array<number>(times).fill(400),
      ...Array<number>(more).fill(429),
    ];
    expect(wrong).toEqual([...spent(20, 2), ...spent(10, 1)]);
    const throttled = await login({}, '192.0.2.1');
    expectRefusal(throttled, 429, 'temporarily_unavailable');
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    const c2 = { client_id: C2.clientId, client_secret: C2.secret, portal_name: 'a.learning.localhost' };
    expect((await login(c2, '203.0.113.9')).status).toBe(200);
  });

  it('G04 a throttled attempt costs no query, no hash and no Redis command', async () => {
    const wrong = () => login({ password: 'wrong' }, '203.0.113.77');
    while ((await wrong()).status !== 429);
    const browser = new TestBrowser(stack, 0, { 'x-forwarded-for': '203.0.113.77' });
    await browser.get(authorizeAddress());
    while ((await browser.login('admin@a.example', 'wrong')).status !== 429);
    const { action, fields } = browser.form('/oauth/authorize/login');
    const byForm = () => browser.post(action, { ...fields, username: 'admin@a.example', password: 'wrong' });
    stack.clock.stop(); // what is remembered for a second stays, however long this takes
    await wrong();
    const requests = jest.spyOn(stack.apps[0]!.get(StoredRequestQueries, { strict: false }), 'find');
    const lookUps = jest.spyOn(stack.apps[0]!.get(ClientQueries, { strict: false }), 'find');
    const redis = stack.apps[0]!.get<Redis>(REDIS, { strict: false });
    const commands = jest.spyOn(redis as Redis & { reserveAttempt(): unknown }, 'reserveAttempt');
    const before = await hashRuns();
    const answers = await Promise.all(Array.from({ length: 20 }, wrong));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(429));
    const page = await byForm();
    expect([page.status, page.text.includes('Too many failed attempts')]).toEqual([429, true]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([lookUps, commands, requests].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    expect(await hashRuns()).toBe(before);
    jest.restoreAllMocks();
    stack.clock.reset();
  });
});

describe('G. service_jwt', () => {
  let key: AssertionKey;
  beforeAll(async () => {
    key = await registerKey(stack, C1.clientId);
  });
  const redeem = (jwt: string, more: Record<string, string> = {}, server = 0) =>
    token(stack, { grant_type: 'service_jwt', jwt, ...more }, { server });
  const signAssertion = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
    assertion(stack, key, C1.clientId, claims, header);
  const refuse = async (jwt: string) => expectRefusal(await redeem(jwt), 400, 'invalid_grant');

  it.each(['ES256', 'RS256', 'EdDSA'])(
    'accepts an assertion signed with %s and acts for its sub',
    async (alg) => {
      const ownKey = await registerKey(stack, C1.clientId, alg);
      const answer = await redeem(await assertion(stack, ownKey, C1.clientId, { sub: 'learner@a.example' }));
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('refresh_token');
      expect((await validate(stack, answer.body.access_token)).body.sub).toBe('103');
    },
  );

  it('accepts an assertion without kid if only one key matches, and otherwise states why not', async () => {
    const client = { ...C1, clientId: 'kidless' };
    await stack.register(client);
    const only = await registerKey(stack, client.clientId);
    const requestToken = async (claims = {}) =>
      token(stack, {
        grant_type: 'service_jwt',
        client_id: client.clientId,
        jwt: await assertion(stack, only, client.clientId, claims, { kid: undefined }),
      });
    expect((await requestToken()).status).toBe(200);
    await registerKey(stack, client.clientId, 'RS256');
    expect((await requestToken()).status).toBe(200);
    const jti = randomUUID();
    expect((await requestToken({ jti })).status).toBe(200);
    expect((await requestToken({ jti })).body.hint).toBe('Reason: jti was used already.');
    const late = await requestToken({ exp: 1 });
    expectRefusal(late, 400, 'invalid_grant');
    expect(late.body.hint).toBe('Reason: expired.');
    expect((await requestToken({ sub: 'nobody@a.example' })).body.hint).toBe(
      'The assertion is not accepted.',
    );
    await registerKey(stack, client.clientId);
    const ambiguous = await requestToken();
    expectRefusal(ambiguous, 400, 'invalid_grant');
    expect(ambiguous.body.hint).toContain('kid missing');
  });

  it('accepts fractional times, which NumericDate allows', async () => {
    const now = stack.clock.now().getTime() / 1000;
    const claims = { iat: now - 0.25, nbf: now - 0.25, exp: now + 60.75 };
    expect((await redeem(await signAssertion(claims))).status).toBe(200);
  });

  it('G05 alg none, empty, HS256 keyed with the public PEM, or one that is not the key’s', async () => {
    const [, payload] = (await signAssertion()).split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'nOnE', '']) {
      await refuse(`${encode({ alg, kid: key.kid })}.${payload}.`);
      await refuse(`${encode({ alg, kid: key.kid })}.${payload}.AAAA`);
    }
    const pem = createPublicKey({ key: key.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const head = `${encode({ alg: 'HS256', kid: key.kid })}.${payload}`;
    await refuse(`${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`);
    const rsa = await registerKey(stack, C1.clientId, 'RS256');
    await refuse(await assertion(stack, { ...rsa, kid: key.kid }, C1.clientId));
  });

  it('G06 kid unknown, of another client, a path, SQL, a URL; keys and crit in the header', async () => {
    const foreign = await registerKey(stack, C2.clientId);
    await refuse(await assertion(stack, foreign, C1.clientId));
    for (const kid of ['unknown', '../../etc/passwd', "' OR 1=1", 'https://evil.test/key', undefined]) {
      await refuse(await signAssertion({}, { kid }));
    }
    let fetched = 0;
    const evil = createServer((_, reply) => {
      fetched += 1;
      reply.end(JSON.stringify({ keys: [key.jwk] }));
    });
    const address = `http://127.0.0.1:${await listen(evil)}/keys`;
    const connections = jest.spyOn(Socket.prototype, 'connect');
    for (const header of [
      { jwk: key.jwk },
      { jku: address },
      { x5u: address },
      { x5c: ['x'] },
      { kid: address },
    ]) {
      await refuse(await signAssertion({}, header));
    }
    const ours = [stack.url, stack.database.urls.auth, stack.settings['REDIS_URL']!].map(
      (url) => new URL(url).port,
    );
    const elsewhere = connections.mock.calls
      .flat(2)
      .filter((one) => typeof one === 'object' && one !== null && 'port' in one)
      .filter((one) => !ours.includes(String((one as { port: unknown }).port)));
    connections.mockRestore();
    evil.close();
    expect([fetched, elsewhere]).toEqual([0, []]);
    await refuse(await signAssertion({ custom: 1 }, { crit: ['custom'], custom: 1 }));
  });

  it('G07 iss or sub do not match', async () => {
    const foreign = await registerKey(stack, C2.clientId);
    await refuse(await assertion(stack, { ...foreign, kid: key.kid }, C1.clientId));
    await refuse(await signAssertion({ iss: C2.clientId }));
    for (const sub of [undefined, '', '999999', '201', 'admin@b.example', '99999999999'])
      await refuse(await signAssertion({ sub }));
  });

  it('G08 aud missing, another server, an array, a URL next to the token endpoint', async () => {
    for (const aud of [
      undefined,
      'https://other.test',
      ['https://auth.test', 'https://other.test'],
      ['https://auth.test'],
      'https://auth.test/oauth/token/',
      'https://evil.test/oauth/token',
    ]) {
      await refuse(await signAssertion({ aud }));
    }
    expect((await redeem(await signAssertion({ aud: 'https://auth.test/oauth/token' }))).status).toBe(200);
  });

  it('G09 times', async () => {
    const now = Math.floor(stack.clock.now().getTime() / 1000);
    for (const claims of [
      { exp: undefined },
      { exp: now - 32 },
      { exp: now + 335 },
      { nbf: now + 40 },
      { iat: now + 40 },
      { iat: undefined },
      { exp: String(now + 60) },
      { exp: -1 },
      { exp: 1e300 },
    ]) {
      await refuse(await signAssertion(claims));
    }
    const asText = await redeem(await signAssertion({ exp: String(now + 60) }));
    expect(asText.body.hint).toContain('claim exp must be a number, not a text');
    expect((await redeem(await signAssertion({ exp: undefined }))).body.hint).toContain('claim exp missing');
    expect((await redeem(await signAssertion({ exp: now - 25 }))).status).toBe(200);
    expect((await redeem(await signAssertion({ nbf: now + 25, iat: now + 25 }))).status).toBe(200);
  });

  it('G10 jti missing, empty, 10 KiB; the same assertion again, in parallel, and after a restart', async () => {
    for (const jti of [undefined, '', 'x'.repeat(10_240)]) await refuse(await signAssertion({ jti }));
    const once = await signAssertion();
    expect((await redeem(once)).status).toBe(200);
    await refuse(once);
    const many = await signAssertion();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => redeem(many, {}, index % 2)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // what this stack has there: other tests use the same Redis
    const redisKeys = await stack.redis.keys(`${stack.redisPrefix}*`);
    if (redisKeys.length > 0) await stack.redis.del(...redisKeys);
    const restarted = stack.urls.length;
    await startServer(stack);
    expectRefusal(await redeem(once, {}, restarted), 400, 'invalid_grant');
  });

  it('G11 the same jti from another client: accepted', async () => {
    const foreign = await registerKey(stack, C2.clientId);
    const jti = randomUUID();
    expect((await redeem(await signAssertion({ jti }))).status).toBe(200);
    const c2 = { client_id: C2.clientId, client_secret: C2.secret, portal_name: 'a.learning.localhost' };
    const other = () => assertion(stack, foreign, C2.clientId, { jti });
    expectRefusal(await redeem(await other(), c2), 400, 'invalid_grant'); // nobody has let it in yet
    await approve(stack, C2.clientId);
    expect((await redeem(await other(), c2)).status).toBe(200);
  });

  it('G12 our own access token, a five-part JWE, a huge JWT', async () => {
    await refuse((await token(stack, { grant_type: 'client_credentials' })).body.access_token);
    await refuse('a.b.c.d.e');
    expectRefusal(await redeem(`${'a'.repeat(65_536)}.b.c`), 413, 'invalid_request');
  });
});
