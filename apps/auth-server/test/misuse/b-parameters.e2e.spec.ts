import { sql } from '@app/database';
import { once } from 'node:events';
import { connect } from 'node:net';
import { approve } from '../approvals.js';
import { accounts, C2, P1, useAuthServers } from '../auth-stack.js';
import { oneTimeToken } from '../links.js';
import { expectPage, type OAuthAnswer } from '../requests.js';
import { authorizeAddress, leadsTo, returned, TestBrowser } from '../test-browser.js';

const stack = useAuthServers();
beforeAll(() => approve(stack, P1.clientId));
const fetchPage = (path: string) => new TestBrowser(stack).get(path);
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const p1 = { client_id: P1.clientId, redirect_uri: P1.redirectUri! };

function expectRedirect(
  answer: OAuthAnswer,
  error: string,
  options: { state?: string | null; fragment?: boolean } = {},
): void {
  expect([302, 303]).toContain(answer.status);
  const { address, query, fragment } = returned(answer);
  const parameters = options.fragment ? fragment : query;
  expect(Object.fromEntries(parameters)).toMatchObject({
    error,
    error_description: expect.any(String),
    iss: 'https://auth.test',
  });
  expect(parameters.get('state')).toBe(options.state === undefined ? 's' : options.state);
  if (!options.fragment && address === 'https://app.example/cb') expect(query.get('x')).toBe('1');
}

/** Writes this much of a request and closes the connection, as a browser does when its window is closed. */
async function sendAndClose(text: string): Promise<void> {
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  socket.destroy();
  await once(socket, 'close');
}

describe('B. /oauth/authorize: the other parameters', () => {
  it('B01 response_type missing: invalid_request', async () =>
    expectRedirect(await fetchPage(authorizeAddress({ response_type: undefined })), 'invalid_request'));

  it.each(['id_token', 'code token', 'none', 'CODE'])(
    'B01 response_type %s: unsupported_response_type',
    async (value) =>
      expectRedirect(
        await fetchPage(authorizeAddress({ response_type: value })),
        'unsupported_response_type',
      ),
  );

  it('B02 response_type=token for a client that may not: unauthorized_client in the fragment', async () =>
    expectRedirect(await fetchPage(authorizeAddress({ response_type: 'token' })), 'unauthorized_client', {
      fragment: true,
    }));

  it.each([
    'scope=lo.read&scope=lo.read',
    `code_challenge=${challenge}&code_challenge=${challenge}`,
    'redirect=true&redirect=false',
  ])('B03 a parameter twice: invalid_request (%s)', async (query) =>
    expectRedirect(await fetchPage(`${authorizeAddress()}&${query}`), 'invalid_request'),
  );

  it('B03 state twice: invalid_request, and no state is returned', async () =>
    expectRedirect(await fetchPage(`${authorizeAddress()}&state=t`), 'invalid_request', { state: null }));

  it.each([
    'nothing.read',
    'app.write',
    'lo.read "x"',
    'lo.read\\',
    'lo.read\u0001',
    Array.from({ length: 1000 }, () => 's').join(' '),
  ])(
    'B04 scope unknown, not granted to the client, malformed, or 1,000 of them: invalid_scope (%#)',
    async (scope) => expectRedirect(await fetchPage(authorizeAddress({ scope })), 'invalid_scope'),
  );

  it('B05 redirect=false with response_type=token: invalid_request', async () =>
    expectRedirect(
      await fetchPage(authorizeAddress({ ...p1, response_type: 'token', redirect: 'false' })),
      'invalid_request',
      { fragment: true },
    ));

  it('B06 a client without a secret sends no code_challenge: invalid_request', async () =>
    expectRedirect(await fetchPage(authorizeAddress(p1)), 'invalid_request'));

  it.each<[string, Record<string, string>]>([
    ['plain', { code_challenge: challenge, code_challenge_method: 'plain' }],
    ['s256', { code_challenge: challenge, code_challenge_method: 's256' }],
    ['unknown', { code_challenge: challenge, code_challenge_method: 'S512' }],
    ['no method', { code_challenge: challenge }],
    ['no challenge', { code_challenge_method: 'S256' }],
    ['42 characters', { code_challenge: challenge.slice(1), code_challenge_method: 'S256' }],
    ['129 characters', { code_challenge: 'a'.repeat(129), code_challenge_method: 'S256' }],
    ['with =', { code_challenge: `${challenge.slice(1)}=`, code_challenge_method: 'S256' }],
    ['with +', { code_challenge: `${challenge.slice(1)}+`, code_challenge_method: 'S256' }],
  ])('B07 code_challenge %s: invalid_request', async (_, parameters) =>
    expectRedirect(await fetchPage(authorizeAddress(parameters)), 'invalid_request'),
  );

  it.each(['a b "c" \'d\'', 'grin 😀 ünï', '\r\nset-cookie: a=b', 'x&error=y#z?q', 's'.repeat(2000)])(
    'B08 state comes back byte for byte and injects nothing (%j)',
    async (state) => {
      const answer = await fetchPage(authorizeAddress({ state, response_type: 'none' }));
      expect(answer.headers.get('location')).not.toMatch(/[\r\n]/);
      expect(answer.headers.getSetCookie().join()).not.toContain('a=b');
      const { query } = returned(answer);
      expect(query.get('state')).toBe(state);
      expect(query.getAll('error')).toEqual(['unsupported_response_type']);
    },
  );

  it.each(['code', 'token'])(
    'B08 state arrives byte for byte with the answer of response_type=%s',
    async (response_type) => {
      const state = 'a b "c" 😀 \r\nset-cookie: a=b&error=y#z?q%0d%0a';
      const browser = await TestBrowser.signIn(
        stack,
        authorizeAddress({ ...p1, response_type, state, ...pkce }),
        'multi@a.example',
      );
      if (browser.page.text.includes('/oauth/authorize/portal'))
        await browser.submit('/oauth/authorize/portal');
      const back = await browser.allow();
      expect(leadsTo(back)).not.toMatch(/[\r\n]/);
      const { query, fragment } = returned(back);
      const parameters = response_type === 'code' ? query : fragment;
      expect(parameters.getAll('state')).toEqual([state]);
      expect(parameters.getAll('error')).toEqual([]);
      expect(parameters.get(response_type)).toBeTruthy();
    },
  );

  it('a bad request of an unbound client is reported on a page; after an approval or consent, to the client', async () => {
    const stranger = { ...C2, clientId: 'stranger-app', redirectUri: 'https://stranger.example/cb' };
    await stack.register(stranger);
    const parameters = { client_id: stranger.clientId, redirect_uri: stranger.redirectUri };
    const bad = authorizeAddress({ ...parameters, scope: 'nonsense', state: 's' });
    const page = await fetchPage(bad);
    expectPage(page);
    expect([page.headers.get('location'), page.text.includes('invalid_scope')]).toEqual([null, true]);
    await stack.db.many(sql`
      insert into auth.consents (portal_id, account_id, client_id, scopes, granted_time)
      values (1, 103, ${stranger.clientId}, '{lo.read}', now())`);
    expect((await fetchPage(bad)).headers.get('location')).toContain(
      'https://stranger.example/cb?error=invalid_scope',
    );
  });

  it('B09 a parameter over 4 KiB: page before redirect_uri is verified, redirect without it after', async () => {
    expectPage(
      await fetchPage(authorizeAddress({ redirect_uri: `https://app.example/${'x'.repeat(5000)}` })),
    );
    expectPage(
      await fetchPage(`${authorizeAddress({ redirect_uri: 'https://evil.test/' })}&${'z=1&'.repeat(5000)}`),
    );
    const after = await fetchPage(authorizeAddress({ state: 'y'.repeat(5000) }));
    expectRedirect(after, 'invalid_request', { state: null });
    expect(after.headers.get('location')!.length).toBeLessThan(500);
    expectRedirect(await fetchPage(`${authorizeAddress()}&${'z=1&'.repeat(5000)}`), 'invalid_request');
  });

  it.each<[string, Record<string, string>]>([
    ['name of 101 characters', { new_client: 'n'.repeat(101) }],
    ['name with control characters', { new_client: 'a\u0007b' }],
    ['name that reverses text direction', { new_client: 'a\u202eb' }],
    ['blank name', { new_client: '   ' }],
    ['relative', { redirect_uri: '/cb' }],
    ['http', { redirect_uri: 'http://vendor.example/cb' }],
    ['javascript', { redirect_uri: 'javascript:alert(1)' }],
    ['fragment', { redirect_uri: 'https://vendor.example/cb#x' }],
    ['userinfo', { redirect_uri: 'https://u@vendor.example/cb' }],
    ...['code', 'state', 'iss', 'error', 'token', 'access_token', 'client_id', 'client_secret'].map(
      (name): [string, Record<string, string>] => [
        `query has ${name}`,
        { redirect_uri: `https://vendor.example/cb?${name}=1` },
      ],
    ),
  ])('B10 new_client, %s: page and no client', async (_, parameters) => {
    const before = await stack.db.many(sql`select 1 from auth.clients`);
    const base = { client_id: 'label', new_client: 'Vendor', redirect_uri: 'https://vendor.example/cb' };
    expectPage(await fetchPage(authorizeAddress({ ...base, ...parameters })));
    expect(await stack.db.many(sql`select 1 from auth.clients`)).toHaveLength(before.length);
  });

  it('B11 new_client by a person who is not an administrator, cancelled, or abandoned: page, no client (contract 3.35)', async () => {
    const before = await stack.db.many(sql`select 1 from auth.clients`);
    const address = authorizeAddress({
      client_id: 'label',
      new_client: 'Vendor',
      redirect_uri: 'https://vendor.example/cb',
    });
    const manager = await TestBrowser.open(stack, address);
    const refused = await manager.login('manager@a.example');
    expectPage(refused, 403);
    expect(refused.text).toContain('Only an administrator of Portal A');
    const administrator = await TestBrowser.signIn(stack, address);
    const cancelled = await administrator.submit('/oauth/authorize/consent', { decision: 'deny' });
    expectPage(cancelled, 200);
    // the window closed at each page: the first, and those reached by POST
    await new TestBrowser(stack).get(address);
    const codeBrowser = await TestBrowser.open(stack, address);
    expect((await codeBrowser.login()).text).toContain('vendor.example');
    expect(await stack.db.many(sql`select 1 from auth.clients`)).toHaveLength(before.length);
  });

  it('B11 the window closed while the approval is being sent: no client, or an approved one', async () => {
    const address = authorizeAddress({
      client_id: 'label',
      new_client: 'Closed Window',
      redirect_uri: 'https://vendor.example/cb',
    });
    const created = () =>
      stack.db.many<{ approved: boolean }>(sql`
        select exists (select 1 from auth.audit_log l where l.event = 'client.created' and l.client_id = c.client_id)
                 as approved from auth.clients c where c.name = 'Closed Window'`);
    const consent = async () => {
      const browser = await TestBrowser.signIn(stack, address);
      const { action, fields } = browser.form('/oauth/authorize/consent');
      const body = new URLSearchParams({ ...fields, decision: 'allow' }).toString();
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const head =
        `POST ${action} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
      return { browser, action, fields, head, body };
    };
    const cut = await consent();
    await sendAndClose(cut.head + cut.body.slice(0, -1)); // before the last byte
    expect(await created()).toEqual([]);
    expect((await cut.browser.post(cut.action, { ...cut.fields, decision: 'deny' })).status).toBe(200);

    const whole = await consent();
    await sendAndClose(whole.head + whole.body); // without waiting for the answer
    const again = await whole.browser.post(whole.action, { ...whole.fields, decision: 'allow' });
    expect([200, 400]).toContain(again.status);
    expect(await created()).toEqual([{ approved: true }]);
  });

  it('B12 new_client with an existing client_id: an ordinary request (contract 3.34)', async () => {
    expectPage(
      await fetchPage(authorizeAddress({ new_client: 'Vendor', redirect_uri: 'https://vendor.example/cb' })),
    );
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ new_client: 'Vendor' }),
      'multi@a.example',
    );
    const { query } = returned(await browser.allow());
    expect(query.get('code')).toBeTruthy();
    expect(query.get('client_secret')).toBeNull();
  });

  it.each<Record<string, string>>([
    { creation_path: 'nowhere' },
    { partner_portal_id: '999' },
    { partner_portal_id: '-1' },
    { partner_portal_id: '1e3' },
    { partner_portal_id: '2' },
  ])('B13 %j: page', async (parameters) => expectPage(await fetchPage(authorizeAddress(parameters))));

  describe('B14 one_time_token', () => {
    it('garbage, expired, used or for a blocked user: login form, no session', async () => {
      const expired = await oneTimeToken(stack, accounts.learnerA);
      await stack.db.many(sql`update auth.one_time_tokens set expires_at = now() - interval '1 second'`);
      const used = await oneTimeToken(stack, accounts.learnerA);
      await stack.db.many(sql`update auth.one_time_tokens set used_at = now() where expires_at > now()`);
      const blocked = await oneTimeToken(stack, accounts.blockedA);
      for (const token of ['garbage', expired, used, blocked]) {
        const browser = new TestBrowser(stack);
        const page = await browser.get(authorizeAddress({ one_time_token: token }));
        expect(page.text).toContain('action="/oauth/authorize/login"');
        expect([...browser.cookies.keys()].join()).not.toContain('session');
      }
    });

    it('for another portal: a bound client finds no portal to work with', async () => {
      const browser = await TestBrowser.open(
        stack,
        authorizeAddress({ one_time_token: await oneTimeToken(stack, accounts.adminB, 2) }),
      );
      const page = await browser.submit('/oauth/authorize/one-time');
      expect(page.text).toContain('No portal to connect');
    });

    it('posted 20 times in parallel: exactly one session; never another user’s session without asking', async () => {
      const browser = await TestBrowser.signIn(
        stack,
        authorizeAddress({ scope: 'lo.read' }),
        'manager@a.example',
      );
      const page = await browser.get(
        authorizeAddress({ one_time_token: await oneTimeToken(stack, accounts.learnerA) }),
      );
      expect(page.text).toContain('Continue as Leo Learner');
      expect(page.text).toContain('Mara Manager');
      const { action, fields } = browser.form('/oauth/authorize/one-time');
      const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(action, fields)));
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      const sessions = await stack.db.many(sql`
        select 1 from auth.sessions where only_account_id = ${accounts.learnerA}`);
      expect(sessions).toHaveLength(1);
    });

    it('three GETs and a HEAD do not use it up', async () => {
      const address = authorizeAddress({ one_time_token: await oneTimeToken(stack, accounts.managerA) });
      for (let time = 0; time < 3; time += 1) {
        expect((await fetchPage(address)).text).toContain('Continue as');
        await fetch(`${stack.url}${address}`, { method: 'HEAD' });
      }
      const browser = await TestBrowser.open(stack, address);
      const consent = await browser.submit('/oauth/authorize/one-time');
      expect(consent.text).toContain('/oauth/authorize/consent');
    });
  });
});
