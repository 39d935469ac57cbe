import { sql } from '@app/database';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assertion, registerKey } from '../../../test/assertions.js';
import { accounts, C1, C2, password, useAuthServers } from '../../../test/auth-stack.js';
import { currentFactorCode } from '../../../test/factors.js';
import { token, post } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser, obtainCode } from '../../../test/test-browser.js';
import { RefusalRecorder } from './index.js';
import { usedEarlier } from '../../../test/second-uses.js';
import { exchange, redeem } from '../../../test/openid.js';

const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });

describe('refused logins in the audit log', () => {
  const fromIp = (ip: string) => ({ 'x-forwarded-for': ip });
  const written = () =>
    stack.db.many<{ event: string; person_id: string | null; client_id: string | null; details: object }>(sql`
      select event, person_id, client_id, details from auth.audit_log where event like '%refused' or event like '%throttled'
       order by id`);
  const grant = (form: Record<string, string>, ip = '198.18.1.1') =>
    token(
      stack,
      { grant_type: 'password', username: 'learner@a.example', password, ...form },
      { headers: fromIp(ip) },
    );

  beforeEach(async () => {
    await stack.db.many(sql`delete from auth.audit_log`);
  });

  it('name the account tried, by form and password grant, and nothing about unknown ones', async () => {
    const browser = new TestBrowser(stack, 0, fromIp('198.18.2.1'));
    await browser.get(authorizeAddress());
    await browser.login('manager@a.example', 'wrong');
    await browser.login('nobody@a.example', 'wrong');
    await grant({ password: 'wrong' });
    await grant({});
    const form = (person_id: string | null, reason = 'wrong user name or password') => ({
      event: 'login.refused',
      person_id,
      client_id: C1.clientId,
      details: { by: 'form', reason },
    });
    const byGrant = (reason: string) => ({ ...form('3', reason), details: { by: 'password grant', reason } });
    expect(
      (await written()).map((row) => ({ ...row, person_id: row.person_id && String(row.person_id) })),
    ).toEqual([
      form('2'),
      form(null),
      byGrant('wrong user name or password'),
      byGrant('no administrator of this portal'),
    ]);
    expect(JSON.stringify(await written())).not.toContain('@');
  });

  it('are recorded when rate limited, within a bound, and name the account', async () => {
    const form = { username: 'admin@b.example', password: 'wrong' };
    for (let time = 0; time < 20; time += 1) await grant(form, '198.18.3.1');
    await stack.db.many(sql`delete from auth.audit_log`);
    for (let time = 0; time < 30; time += 1) expect((await grant(form, '198.18.3.1')).status).toBe(429);
    const browser = new TestBrowser(stack, 0, fromIp('198.18.3.1'));
    await browser.get('/oauth/account');
    for (let time = 0; time < 10; time += 1) await browser.login('admin@b.example', 'wrong');
    expect((await browser.login('admin@b.example')).status).toBe(429);
    const lines = (await written()).filter(({ event }) => event === 'login.throttled');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatchObject({
      event: 'login.throttled',
      client_id: C1.clientId,
      details: { by: 'password grant' },
    });
    expect(lines[10]).toMatchObject({ event: 'login.throttled', client_id: null, details: { by: 'form' } });
    expect(new Set(lines.map(({ person_id }) => Number(person_id)))).toEqual(new Set([6]));
    stack.clock.advance(301);
    await stack.apps[0]!.get(RefusalRecorder).closeEnded();
    expect((await written()).at(-1)).toMatchObject({ event: 'login.throttled', details: { further: 20 } });
  });

  it('include a wrong or missing second factor, by form, grant and account page', async () => {
    const browser = await TestBrowser.signIn(stack, '/oauth/account', 'multi@a.example');
    const page = await browser.submit('/oauth/account/second-factor');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
    await browser.submit('/oauth/account/second-factor/confirm', { otp: '000000' });
    const otp = await currentFactorCode(stack, secret);
    await browser.submit('/oauth/account/second-factor/confirm', { otp });
    await grant({ username: 'multi@a.example' }, '198.18.4.1');
    await grant({ username: 'multi@a.example', otp: '000000' }, '198.18.4.1');
    const other = new TestBrowser(stack, 0, fromIp('198.18.4.2'));
    await other.get(authorizeAddress({ client_id: C2.clientId, redirect_uri: C2.redirectUri! }));
    await other.login('multi@a.example');
    await other.submit('/oauth/authorize/factor', { otp: '000000' });
    const lines = (await written()).map(({ event, person_id, client_id, details }) => [
      event,
      Number(person_id),
      client_id,
      details,
    ]);
    const wrong = 'wrong second factor';
    expect(lines).toEqual([
      ['second_factor.refused', 5, null, { by: 'account page', reason: wrong }],
      ['login.refused', 5, C1.clientId, { by: 'password grant', reason: 'second factor missing' }],
      ['login.refused', 5, C1.clientId, { by: 'password grant', reason: wrong }],
      ['login.refused', 5, C2.clientId, { by: 'form', reason: wrong }],
    ]);
    // wrong codes use up the same budget as wrong passwords: two of ten are gone
    const statuses: number[] = [];
    for (let time = 0; time < 9; time += 1) {
      statuses.push((await grant({ username: 'multi@a.example', otp: '000000' }, '198.18.4.1')).status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(400), 429]);
  });

  it('include an assertion for a person of another portal, detected inside the transaction', async () => {
    const jwt = await assertion(stack, await registerKey(stack, C1.clientId), C1.clientId, {
      sub: String(accounts.adminB),
    });
    expect((await token(stack, { grant_type: 'service_jwt', jwt })).body.error).toBe('invalid_grant');
    const reason = 'the person or the client is not active in this portal';
    expect(await written()).toEqual([
      { event: 'assertion.refused', person_id: null, client_id: C1.clientId, details: { reason } },
    ]);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const flood = () => stack.apps[0]!.get(RefusalRecorder);

describe('a flood of refused clients', () => {
  const refuse = async (clientIds: readonly string[]) => {
    const form = { grant_type: 'client_credentials', client_secret: 'wrong' };
    const answers = await Promise.all(clientIds.map((client_id) => token(stack, { ...form, client_id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  };
  const times = (count: number, clientId: string) => Array.from({ length: count }, () => clientId);
  const written = () =>
    stack.db.many<{ client_id: string; ip: string; details: object }>(sql`
        select client_id, ip, details from auth.audit_log where event = 'client.authentication_refused'
         order by id`);

  beforeEach(async () => {
    stack.clock.advance(301);
    await flood().closeEnded();
    await stack.db.many(sql`delete from auth.audit_log`);
  });

  it('is recorded row by row ten times per client and address, then counted', async () => {
    await refuse(times(40, C1.clientId));
    expect(await written()).toHaveLength(10);
    await refuse(times(3, 'another-client'));
    expect(await written()).toHaveLength(13);

    await flood().closeEnded();
    expect(await written()).toHaveLength(13);
    stack.clock.advance(301);
    await flood().closeEnded();
    expect((await written()).slice(13)).toEqual([
      {
        client_id: C1.clientId,
        ip: '127.0.0.1',
        details: { reason: 'wrong secret', further: 30, of: 'client and address' },
      },
    ]);
    await refuse(times(1, C1.clientId));
    expect(await written()).toHaveLength(15);
  });

  it('is bounded for an address that names many clients, and the count is written when the process ends', async () => {
    await refuse(Array.from({ length: 130 }, (_, number) => `guess-${number}`));
    expect(await written()).toHaveLength(100);
    await flood().beforeApplicationShutdown();
    const [sum, ...more] = (await written()).slice(100);
    expect(more).toEqual([]);
    expect(sum!.details).toEqual({ reason: 'unknown client', further: 30, of: 'address' });
  });

  it.each([
    ['one address', () => '203.0.113.1'],
    ['ever-changing addresses', (number: number) => `10.${number >> 8}.${number & 255}.1`],
  ])('truncates client_ids longer than registered ones, from %s', async (_, ip) => {
    const count = 400;
    const used = () => (collect(), process.memoryUsage().heapUsed);
    const invent = async (number: number, clientId: string) => {
      const form = { grant_type: 'client_credentials', client_secret: 'wrong', client_id: clientId };
      const answer = await token(stack, form, { headers: { 'x-forwarded-for': ip(number) } });
      expect(answer.status).toBe(401);
    };
    for (let number = 0; number < count; number += 1) await invent(number, `short-${number}`);
    const before = used();
    for (let number = 0; number < count; number += 1) {
      await invent(number, `${number}-`.padEnd(64_000, 'x'));
    }
    expect((used() - before) / count).toBeLessThan(8_000);
  });
});

describe('floods that need no wrong secret', () => {
  const events = async () =>
    (
      await stack.db.many<{ event: string; details: { further?: number } }>(sql`
          select event, details from auth.audit_log where event not like 'login%' and event not like 'consent%'
           order by id`)
    ).map(({ event, details }) => [event, details.further ?? 0]);
  const times = async (count: number, work: () => Promise<{ status: number }>) => {
    const statuses = new Set<number>();
    for (let time = 0; time < count; time += 1) statuses.add((await work()).status);
    return [...statuses];
  };

  beforeEach(async () => {
    await flood().closeEnded(Infinity);
    await stack.db.many(sql`delete from auth.audit_log`);
  });
  const repeated = (event: string, count: number) => Array.from({ length: count }, () => [event, 0]);

  it('forms that are not ours are recorded ten times, then counted', async () => {
    const browser = new TestBrowser(stack);
    const answered = await times(25, () => browser.post('/oauth/authorize/consent', { csrf: 'x' }));
    expect(answered).toEqual([403]);
    expect(await events()).toEqual(repeated('form.refused', 10));
    await flood().closeEnded(Infinity);
    expect((await events()).at(-1)).toEqual(['form.refused', 15]);
  });

  it('exchanging one code again and again ends its family once', async () => {
    const code = await obtainCode(stack);
    await exchange(stack, code);
    await usedEarlier(stack, code);
    await stack.db.many(sql`delete from auth.revocations`);
    await stack.db.many(sql`delete from auth.audit_log`);
    expect(await times(25, () => redeem(stack, code))).toEqual([400]);
    expect(await stack.db.many(sql`select 1 from auth.revocations where sid is not null`)).toHaveLength(1);
    expect(await events()).toEqual(repeated('code.replayed', 11));
    await flood().closeEnded(Infinity);
    expect((await events()).at(-1)).toEqual(['code.replayed', 14]);
  });

  it("another client's refresh token is recorded ten times, and one kind of refusal does not hide another", async () => {
    const { refresh_token: foreign } = await exchange(stack, await obtainCode(stack));
    await stack.db.many(sql`delete from auth.audit_log`);
    const c2 = { client_id: C2.clientId, client_secret: C2.secret };
    const steal = () => token(stack, { ...c2, grant_type: 'refresh_token', refresh_token: foreign });
    expect(await times(15, steal)).toEqual([400]);
    expect(await events()).toEqual(repeated('refresh_token.refused', 10));
    const jwt = { ...c2, grant_type: 'service_jwt', jwt: 'a.b.c', portal_name: 'a.learning.localhost' };
    expect(await times(15, () => token(stack, jwt))).toEqual([400]);
    expect((await events()).slice(10)).toEqual(repeated('assertion.refused', 10));
  });

  it('revoking one refresh token again and again is one revocation and one row', async () => {
    const { refresh_token: refreshToken } = await exchange(stack, await obtainCode(stack));
    await stack.db.many(sql`delete from auth.revocations`);
    await stack.db.many(sql`delete from auth.audit_log`);
    const credentials = { client_id: C1.clientId, client_secret: C1.secret };
    const answered = await times(5, () =>
      post(`${stack.url}/oauth/revoke`, { ...credentials, token: refreshToken }),
    );
    expect(answered).toEqual([200]);
    expect(await events()).toEqual([['family.revoked', 0]]);
    expect(await stack.db.many(sql`select 1 from auth.revocations`)).toHaveLength(1);
  });
});
