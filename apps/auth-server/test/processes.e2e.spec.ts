import { sql } from '@app/database';
import { postConcurrently, SERVED_BY } from '@app/testing';
import { useAuthProcesses } from './auth-processes.js';
import { accounts, C1, C2 } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { expectDead, expectRefusal, token, passwordTokens, isAlive } from './requests.js';
import { triesAtOnce, usedEarlier, waitingForLocks } from './second-uses.js';
import { seenSecrets } from './seen-secrets.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from './test-browser.js';

// a connection for each of ten attempts of one portal, which gets half of them
const processes = useAuthProcesses(2, { DATABASE_POOL_SIZE: '24' });
const { stack } = processes;
const credentials = { client_id: C1.clientId, client_secret: C1.secret };
const login = (username?: string) => passwordTokens(stack, username);

describe('two processes behind a proxy without affinity', () => {
  it('log in, choose a portal, consent and exchange, each step on the next process', async () => {
    const served = new Set<string | null>();
    const browser = new TestBrowser(processes.behindProxy);
    const recordAnswer = <T extends { headers: Headers }>(answer: T): T => {
      served.add(answer.headers.get(SERVED_BY));
      return answer;
    };
    const c2 = { client_id: C2.clientId, redirect_uri: C2.redirectUri!, scope: 'lo.read' };
    recordAnswer(await browser.get(authorizeAddress(c2)));
    recordAnswer(await browser.login('multi@a.example'));
    recordAnswer(await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) }));
    const back = recordAnswer(await browser.allow());
    const code = returned(back).query.get('code')!;
    const form = {
      client_id: C2.clientId,
      client_secret: C2.secret,
      grant_type: 'authorization_code',
      redirect_uri: C2.redirectUri!,
      code,
    };
    const { body } = recordAnswer(await token(processes.behindProxy, form));
    for (const server of [0, 1]) expect(await isAlive(stack, body.access_token, server)).toBe(true);
    expect(served).toEqual(new Set(['0', '1']));
    expect((await browser.get('/oauth/account')).text).toContain('multi@a.example');
    await browser.submit('/oauth/sign-out');
    for (const _ of [0, 1])
      expect((await browser.get('/oauth/account')).text).toContain('/oauth/authorize/login');
  });
});

describe('20 parallel attempts over two processes', () => {
  const one = async (form: Record<string, string>) => {
    const answers = await postConcurrently(stack.urls, '/oauth/token', { ...credentials, ...form });
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['400 invalid_grant']),
    );
    const { access_token: accessToken, refresh_token: refreshToken } = won[0]!.body as Record<string, string>;
    for (const secret of [accessToken, refreshToken]) if (secret) seenSecrets.add(secret);
    return { accessToken: accessToken!, refreshToken };
  };
  const expectAlive = async (accessToken: string) => {
    for (const server of [0, 1]) expect(await isAlive(stack, accessToken, server)).toBe(true);
  };
  /** One of 20 wins and its family lives; the same sent again later ends it. */
  const oneThenReplay = async (
    parameter: string,
    more: Record<string, string>,
    obtain: () => Promise<string>,
  ) => {
    const secret = await obtain();
    const form = { ...more, [parameter]: secret };
    const waiting = () => waitingForLocks(stack);
    const { accessToken, refreshToken } = await triesAtOnce(stack, secret, 20, () => one(form), waiting);
    await expectAlive(accessToken);
    const next = await token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(next.status).toBe(200);
    await usedEarlier(stack, secret);
    expectRefusal(await token(stack, form, { server: 1 }), 400, 'invalid_grant');
    await expectDead(stack, accessToken);
    await expectDead(stack, next.body.access_token as string);
  };

  it.each([1, 2, 3])('E09 one exchange of a code wins; a later replay ends its family (round %i)', () =>
    oneThenReplay('code', { grant_type: 'authorization_code', redirect_uri: C1.redirectUri! }, () =>
      obtainCode(stack),
    ),
  );

  it.each([1, 2, 3])('F04 one refresh wins; a later replay ends its family (round %i)', () =>
    oneThenReplay(
      'refresh_token',
      { grant_type: 'refresh_token' },
      async () => (await login()).refresh_token,
    ),
  );

  it('B14 one post of a one-time link creates a session', async () => {
    const link = await oneTimeToken(stack, accounts.learnerA);
    seenSecrets.add(link);
    const browser = await TestBrowser.open(processes.behindProxy, authorizeAddress({ one_time_token: link }));
    const { action, fields } = browser.form('/oauth/authorize/one-time');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await postConcurrently(stack.urls, action, fields, 20, { cookie });
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(
      await stack.db.many(sql`select 1 from auth.sessions where only_account_id = ${accounts.learnerA}`),
    ).toHaveLength(1);
  });

  it('I07 one post of a mailed link sets the password', async () => {
    const link = await passwordToken(stack, 6);
    seenSecrets.add(link);
    const browser = await TestBrowser.open(processes.behindProxy, `/oauth/password/set?token=${link}`);
    const { action, fields } = browser.form('/oauth/password/set');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const credentials = { ...fields, password: 'Quite-new-5678', repeated: 'Quite-new-5678' };
    const answers = await postConcurrently(stack.urls, action, credentials, 20, { cookie });
    const otherNumbers = answers.map(({ status }) => status).filter((status) => status !== 200);
    expect(otherNumbers).toHaveLength(19);
    // 503: on a busy machine, some wait for a hash for too long and are told to try again
    expect(otherNumbers.filter((status) => status !== 400 && status !== 503)).toEqual([]);
    expect(
      await stack.db.many(sql`
        select 1 from auth.audit_log where event = 'password.changed' and person_id = 6`),
    ).toHaveLength(1);
    expect((await browser.get(`/oauth/password/set?token=${link}`)).status).toBe(400);
  });
});
