import { sql } from '@app/database';
import { assertion, registerKey } from '../../../test/assertions.js';
import { accounts, C1, C2, password, useAuthServers } from '../../../test/auth-stack.js';
import { currentFactorCode } from '../../../test/factors.js';
import { token } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';
import { RefusalRecorder } from './index.js';

const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });
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

describe('refused logins in the audit log', () => {
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
