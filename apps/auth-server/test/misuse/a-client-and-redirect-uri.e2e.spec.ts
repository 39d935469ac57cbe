import { sql } from '@app/database';
import { C1, C2, P1, useAuthServers } from '../auth-stack.js';
import { expectPage } from '../requests.js';
import { authorizeAddress, TestBrowser, pkce } from '../test-browser.js';

const stack = useAuthServers();
const fetchPage = (path: string) => new TestBrowser(stack).get(path);
const raw = (query: string) => fetchPage(`/oauth/authorize?${query}`);
const uri = encodeURIComponent(C1.redirectUri!);
const withUri = (value: string) => fetchPage(authorizeAddress({ redirect_uri: value }));

describe('A. /oauth/authorize: client and redirect_uri', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['unknown', 'nobody'],
    ['too long', 'x'.repeat(5000)],
  ])('A01 client_id %s: page', async (what, value) => {
    const page = await fetchPage(authorizeAddress({ client_id: value }));
    expectPage(page);
    const isMissing = what === 'missing' || what === 'empty';
    expect(page.text).toContain(isMissing ? 'a request without client_id' : 'The application is unknown');
  });

  it('A02 inactive client: the same page as for an unknown one', async () => {
    await stack.register({ ...C1, clientId: 'off-app', status: 0, portalId: null });
    const off = await fetchPage(authorizeAddress({ client_id: 'off-app' }));
    const unknown = await fetchPage(authorizeAddress({ client_id: 'nobody' }));
    expectPage(off);
    const words = (html: string) => html.replace(/req_[\w-]+/, '').replaceAll(/client_id=[\w-]+/g, '');
    expect(words(off.text)).toBe(words(unknown.text));
  });

  it.each([C1.clientId, C2.clientId])('A03 client_id twice (%s): page', async (second) =>
    expectPage(
      await raw(`client_id=${C1.clientId}&client_id=${second}&response_type=code&redirect_uri=${uri}`),
    ),
  );

  it.each([undefined, ''])('A04 redirect_uri missing or empty: an error page', async (value) => {
    for (const more of [{}, { client_id: 'label', new_client: 'Vendor' }]) {
      const page = await fetchPage(authorizeAddress({ redirect_uri: value, ...more }));
      expectPage(page);
      expect(page.text).toContain('a request without redirect_uri');
    }
  });

  it('A04 a refused redirect_uri is displayed next to the registered one, as text', async () => {
    const page = await withUri('https://app.example/<b>cb</b>?x=1');
    expectPage(page);
    expect(page.text).toContain('<dd>https://app.example/&lt;b&gt;cb&lt;/b&gt;?x=1</dd>');
    expect(page.text).toContain(`<dd>${C1.redirectUri}</dd>`);
  });

  it.each([
    `redirect_uri=${uri}&redirect_uri=https://evil.test`,
    `redirect_uri=https://evil.test&redirect_uri=${uri}`,
    `redirect_uri[]=${uri}`,
    `redirect_uri[0]=${uri}`,
  ])('A05 redirect_uri twice or as an array: page (%s)', async (query) =>
    expectPage(await raw(`client_id=${C1.clientId}&response_type=code&${query}`)),
  );

  it.each(['cb/?x=1', 'cb/extra?x=1', 'cbx?x=1', 'c?x=1', 'cb?x=1.evil'])(
    'A06 prefix or suffix: page (%s)',
    async (path) => expectPage(await withUri(`https://app.example/${path}`)),
  );

  it.each(['cb/../evil', './cb?x=1', 'cb/%2e%2e/evil', 'cb/..;/evil', '/cb?x=1', '\\cb?x=1'])(
    'A07 path games: page (%s)',
    async (path) => expectPage(await withUri(`https://app.example/${path}`)),
  );

  it.each([
    'https://app.example.evil.test/cb?x=1',
    'https://evil.test/https://app.example/cb?x=1',
    'https://app.example%2eevil.test/cb?x=1',
    'https://app.example\\@evil.test/cb?x=1',
    'https:/\\evil.test',
    'https://app.example./cb?x=1',
  ])('A08 host games: page (%s)', async (value) => expectPage(await withUri(value)));

  it.each(['https://u@app.example/cb?x=1', 'https://app.example@evil.test/cb', 'https://a@b@app.example/cb'])(
    'A09 userinfo: page (%s)',
    async (value) => expectPage(await withUri(value)),
  );

  it.each([
    'http://app.example/cb?x=1',
    'HTTPS://app.example/cb?x=1',
    '//app.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
  ])('A10 scheme: page (%s)', async (value) => expectPage(await withUri(value)));

  it.each(['https://APP.example/cb?x=1', 'https://app.example/CB?x=1'])(
    'A11 letter case: page (%s)',
    async (value) => expectPage(await withUri(value)),
  );

  it.each([
    'https://app.example:443/cb?x=1',
    'https://app.example:8443/cb?x=1',
    'https://app.example:/cb?x=1',
  ])('A12 port: page (%s)', async (value) => expectPage(await withUri(value)));

  it.each(['?x=1&y=2', '', '?x=2', '?y=2&x=1', '?x=1&x=1'])('A13 query differs: page (%s)', async (query) =>
    expectPage(await withUri(`https://app.example/cb${query}`)),
  );

  it.each(['#', '#x', '%23x'])('A14 fragment: page (%s)', async (fragment) =>
    expectPage(await withUri(`${C1.redirectUri}${fragment}`)),
  );

  it.each([
    'https://app.example/%63b?x=1',
    'https://app.example/cb?x=%31',
    'https://app.example/cb?x=1%20',
    'https://app.example/cb?x=1 ',
    'https://app.example/cb?x=1\t',
    'https://app.example/cb?x=1\r\nset-cookie: a=b',
    'https://app.example/cb?x=1\0',
    encodeURIComponent(C1.redirectUri!),
  ])('A15 encoding: page, and no header split (%j)', async (value) => {
    const answer = await withUri(value);
    expectPage(answer);
    expect(answer.headers.getSetCookie().join()).not.toContain('a=b');
  });

  it.each([
    '/a%2fb?y=1%20x',
    '/a%2Fb?y=1+x',
    '/a%2Fb?y=1 x',
    '/a/b?y=1%20x',
    '/a%252Fb?y=1%2520x',
    '/%61%2Fb?y=1%20x',
  ])('A15 other encodings of a registered address that is itself encoded: page (%s)', async (path) => {
    const registered = 'https://hex.example/a%2Fb?y=1%20x';
    if (!(await stack.db.has(sql`select 1 from auth.clients where client_id = 'hex-app'`)))
      await stack.register({ ...C1, clientId: 'hex-app', redirectUri: registered, portalId: null });
    const hex = (redirect_uri: string) => fetchPage(authorizeAddress({ client_id: 'hex-app', redirect_uri }));
    expect((await hex(registered)).status).toBe(200);
    expectPage(await hex(`https://hex.example${path}`));
  });

  it.each([
    'https://аpp.example/cb?x=1',
    'https://app．example/cb?x=1',
    'https://app.example／cb?x=1',
    'https://xn--pp-6kc.example/cb?x=1',
  ])('A16 Unicode: page (%s)', async (value) => expectPage(await withUri(value)));

  describe('A17 another port on a loopback literal', () => {
    const p1 = (redirect_uri: string) =>
      fetchPage(authorizeAddress({ client_id: P1.clientId, redirect_uri, ...pkce }));

    it('is accepted for a client without a secret', async () => {
      expect((await p1('http://127.0.0.1:49152/spa')).status).toBe(200);
      await stack.register({ ...P1, clientId: 'p6-app', redirectUri: 'http://[::1]:5000/spa' });
      const six = { client_id: 'p6-app', redirect_uri: 'http://[::1]:49152/spa', ...pkce };
      expect((await fetchPage(authorizeAddress(six))).status).toBe(200);
    });

    it.each([
      'http://localhost:49152/spa',
      'http://127.0.0.1:49152/other',
      'http://127.0.0.2:5000/spa',
      'http://127.0.0.1:65536/spa',
    ])('page for %s', async (value) => expectPage(await p1(value)));

    it('page for a client with a secret', async () => {
      await stack.register({ ...C2, clientId: 'loop-app', redirectUri: 'http://127.0.0.1:5000/cb' });
      expectPage(
        await fetchPage(
          authorizeAddress({ client_id: 'loop-app', redirect_uri: 'http://127.0.0.1:6000/cb' }),
        ),
      );
    });
  });

  it("A18 another client's redirect_uri: page", async () => expectPage(await withUri(C2.redirectUri!)));
});
