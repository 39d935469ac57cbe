import { sql } from '@app/database';
import { alterCharacter } from '@app/testing';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JSONWebKeySet,
} from 'jose';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { C1, C2, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { signIn } from '../../../test/openid.js';
import {
  applicationToken,
  expectPage,
  get,
  send,
  token,
  type OAuthAnswer,
  isAlive,
} from '../../../test/requests.js';
import { leadsTo, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers(2);
const BYE = 'https://app.example/bye?x=1';
const ISSUER = 'https://auth.test';
const logoutAddress = (parameters: Record<string, string>) =>
  `/oauth/logout?${new URLSearchParams(parameters).toString()}`;
/** The browser has only to post this form. */
const QUESTION = 'action="/oauth/logout/confirm"';
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.get('/oauth/account')).text.includes('action="/oauth/sign-out"');
const audited = () =>
  stack.db.many<{ client_id: string | null }>(sql`
    select client_id from auth.audit_log where event = 'logout' order by id desc limit 1`);

beforeAll(() =>
  stack.db.many(sql`
    update auth.clients set post_logout_redirect_uris = ${[BYE, 'https://app.example/second']}
     where client_id = any (${[C1.clientId, C2.clientId]})`),
);

/** A signed-in browser, the tokens of C1, and logout parameters that need no confirmation. */
let browser: TestBrowser;
let tokens: Awaited<ReturnType<typeof signIn>>;
let complete: { id_token_hint: string; post_logout_redirect_uri: string };
beforeEach(async () => {
  browser = new TestBrowser(stack);
  tokens = await signIn(stack, {}, { browser });
  complete = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: BYE };
});

afterEach(async () => {
  await forgetAnswers(stack);
  await stack.db.many(sql`update auth.clients set is_first_party = false`);
});

/** That the page asks, and that nothing has ended yet. */
async function expectQuestion(answer: OAuthAnswer): Promise<void> {
  expectPage(answer, 200);
  expect(answer.text).toContain(QUESTION);
  expect(await isSignedIn(browser)).toBe(true);
}
async function expectRefused(answer: OAuthAnswer): Promise<void> {
  expectPage(answer);
  expect(answer.text).not.toContain(QUESTION);
  expect(await isSignedIn(browser)).toBe(true);
}

describe('GET /oauth/logout with a hint of the session and a registered address (contract 3.61)', () => {
  it('ends the session and goes back, byte by byte, with the state (oidcc-rp-initiated-logout)', async () => {
    const answer = await browser.get(logoutAddress({ ...complete, state: 'a b&c=%2F' }));
    expect([answer.status, leadsTo(answer)]).toEqual([302, `${BYE}&state=a%20b%26c%3D%252F`]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await audited()).toEqual([{ client_id: C1.clientId }]);
  });

  it('redirects to only the address without a state (…-no-state); client_id may also name the client', async () => {
    const answer = await browser.get(logoutAddress({ ...complete, client_id: C1.clientId }));
    expect(leadsTo(answer)).toBe(BYE);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('accepts each registered address, an expired ID token from a refresh, and a request to another server', async () => {
    const refreshed = await token(stack, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    stack.clock.advance(2 * 3600);
    browser.server = 1;
    const answer = await browser.get(
      logoutAddress({
        id_token_hint: refreshed.body.id_token as string,
        post_logout_redirect_uri: 'https://app.example/second',
      }),
    );
    stack.clock.reset();
    expect(leadsTo(answer)).toBe('https://app.example/second');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('does not end tokens and consent', async () => {
    await browser.get(logoutAddress(complete));
    expect(await isAlive(stack, tokens.access_token)).toBe(true);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect((await token(stack, refresh)).status).toBe(200);
    const consents = sql`select 1 from auth.consents where client_id = ${C1.clientId} and account_id = 101`;
    expect(await stack.db.many(consents)).toHaveLength(1);
  });

  it('does not end the sessions of other browsers', async () => {
    const other = new TestBrowser(stack);
    await signIn(stack, {}, { browser: other });
    await browser.get(logoutAddress(complete));
    expect(await isSignedIn(other)).toBe(true);
  });

  it('HEAD ends nothing', async () => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = await fetch(`${stack.url}${logoutAddress(complete)}`, {
      method: 'HEAD',
      headers: { cookie },
    });
    expect(head.status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('POST /oauth/logout', () => {
  it('leads to GET, since a form of another site comes without our cookies', async () => {
    const answer = await browser.post('/oauth/logout', { ...complete, state: 's', unknown: 'x' });
    expect([answer.status, leadsTo(answer)]).toEqual([303, logoutAddress({ ...complete, state: 's' })]);
    expect(leadsTo(await browser.follow(answer))).toBe(`${BYE}&state=s`);
  });
});

describe('other requests display a confirmation page', () => {
  /** The claims of the hint, which are those of this session, under another signature. */
  const resigned = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(decodeJwt(tokens.id_token!))
      .setProtectedHeader({ ...decodeProtectedHeader(tokens.id_token!), alg })
      .sign(key);

  it.each([
    ['no parameters (…-no-params)', () => ({})],
    ['a state alone (…-only-state)', () => ({ state: 's' })],
    ['an address alone (…-no-id-token-hint)', () => ({ post_logout_redirect_uri: BYE })],
    ['an address of nobody, without a client', () => ({ post_logout_redirect_uri: 'https://evil.test/' })],
    ['a hint alone (…-no-post-logout-redirect-uri)', () => ({ id_token_hint: tokens.id_token! })],
    ['a client and its address', () => ({ client_id: C1.clientId, post_logout_redirect_uri: BYE })],
    ['a client that is unknown', () => ({ client_id: 'nobody' })],
    ['a hint that is none (…-bad-id-token-hint)', () => ({ ...complete, id_token_hint: 'x' })],
    ['an access token', () => ({ ...complete, id_token_hint: tokens.access_token })],
    ['a changed hint', () => ({ ...complete, id_token_hint: alterCharacter(tokens.id_token!, -10) })],
  ])('for %s', async (_what, parameters) => {
    await expectQuestion(await browser.get(logoutAddress(parameters())));
  });

  it('for a forged hint: of another key, HS256 with the public key, alg none (…-modified-id-token-hint)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = decodeProtectedHeader(tokens.id_token!);
    const { body } = await get(`${stack.url}/.well-known/jwks.json`);
    const jwk = (body as JSONWebKeySet).keys.find((key) => key.kid === kid)!;
    const publicKey = await exportSPKI((await importJWK(jwk, 'RS256')) as CryptoKey);
    for (const id_token_hint of [
      await resigned('RS256', privateKey),
      await resigned('HS256', new TextEncoder().encode(publicKey)),
      new UnsecuredJWT(decodeJwt(tokens.id_token!)).encode(),
    ])
      await expectQuestion(await browser.get(logoutAddress({ ...complete, id_token_hint })));
  });

  it("for another person's hint", async () => {
    const { id_token } = await signIn(stack, {}, { username: 'learner@a.example' });
    await expectQuestion(await browser.get(logoutAddress({ ...complete, id_token_hint: id_token! })));
  });

  it('for a hint of another session of the same person', async () => {
    const { id_token } = await signIn(stack, {}, { browser: new TestBrowser(stack) });
    await expectQuestion(await browser.get(logoutAddress({ ...complete, id_token_hint: id_token! })));
  });

  it('with the names of the person and the application, as text', async () => {
    const page = await browser.get(logoutAddress({ id_token_hint: tokens.id_token! }));
    expect(page.text).toContain('“Client One” has asked to sign you out.');
    expect(page.text).toContain('Signed in as Ada Admin (admin@a.example)');
    const german = await browser.get(logoutAddress({ ui_locales: 'de' }));
    expect(german.text).toContain('<html lang="de">');
  });
});

describe('the confirmation page', () => {
  it('signs out, and leads back by a link to the address of a good hint', async () => {
    const { id_token } = await signIn(stack, {}, { username: 'learner@a.example' });
    await browser.get(logoutAddress({ ...complete, id_token_hint: id_token!, state: 's' }));
    const page = await browser.submit('/oauth/logout/confirm');
    expectPage(page, 200);
    expect(page.text).toContain(`<a href="${BYE.replaceAll('&', '&amp;')}&amp;state=s">`);
    expect(page.text).toContain('Back to Client One');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await audited()).toEqual([{ client_id: C1.clientId }]);
  });

  it('does not lead back without a hint if no portal has approved the client', async () => {
    await browser.get(logoutAddress({ client_id: C2.clientId, post_logout_redirect_uri: BYE }));
    const page = await browser.submit('/oauth/logout/confirm');
    expectPage(page, 200);
    expect(page.text).not.toContain('app.example');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['of its own', C1, () => Promise.resolve()],
    ['that it has approved', C2, () => approve(stack, C2.clientId)],
    [
      'of the operator',
      C2,
      () =>
        stack.db.many(sql`
        update auth.clients set is_first_party = true where client_id = ${C2.clientId}`),
    ],
  ])(
    'links back without a hint to an application %s, and names its host',
    async (_whose, client, prepare) => {
      await prepare();
      const parameters = { client_id: client.clientId, post_logout_redirect_uri: BYE, state: 's' };
      await browser.get(logoutAddress(parameters));
      const page = await browser.submit('/oauth/logout/confirm');
      expectPage(page, 200);
      expect(page.text).toContain(`<a href="${BYE.replaceAll('&', '&amp;')}&amp;state=s">`);
      expect(page.text).toContain(`Back to ${client.name} (app.example)`);
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  it('rejects its form from another site, with a wrong CSRF token, or without a session', async () => {
    const form = (await browser.get('/oauth/logout'), browser.form('/oauth/logout/confirm'));
    for (const [fields, headers] of [
      [{ ...form.fields, csrf: 'x' }, {}],
      [form.fields, { 'sec-fetch-site': 'cross-site' }],
      [form.fields, { origin: 'https://evil.test' }],
    ] as const)
      expectPage(await browser.post(form.action, fields, headers), 403);
    expect(await isSignedIn(browser)).toBe(true);
    expectPage(await new TestBrowser(stack).post(form.action, form.fields), 403);
  });

  it('checks the address again when its form is posted', async () => {
    await browser.get('/oauth/logout');
    const more = { client_id: C1.clientId, post_logout_redirect_uri: 'https://evil.test/' };
    await expectRefused(await browser.submit('/oauth/logout/confirm', more));
  });
});

describe('an address that is not registered: a page, never a redirect (…-bad-post-logout-redirect-uri, …-query-added-to-post-logout-redirect-uri)', () => {
  it.each([
    'https://app.example/bye',
    `${BYE}&y=2`,
    'https://APP.example/bye?x=1',
    'https://app.example:443/bye?x=1',
    'https://evil.test/',
    'javascript:alert(1)',
    C1.redirectUri!,
  ])('%s', async (address) => {
    const sent = { ...complete, post_logout_redirect_uri: address };
    const answer = await browser.get(logoutAddress(sent));
    expect(answer.text).toContain('The address to return to after signing out is not registered');
    expect(answer.text).toContain(`<dd>${BYE}</dd>`);
    await expectRefused(answer);
    const { id_token_hint: _, ...byClient } = sent;
    await expectRefused(await browser.get(logoutAddress({ ...byClient, client_id: C1.clientId })));
  });

  it('the address of another client', async () => {
    await stack.db.many(sql`
      update auth.clients set post_logout_redirect_uris = '{}' where client_id = ${C1.clientId}`);
    await expectRefused(await browser.get(logoutAddress(complete)));
    await stack.db.many(sql`
      update auth.clients set post_logout_redirect_uris = ${[BYE, 'https://app.example/second']}
       where client_id = ${C1.clientId}`);
  });

  it('any address of a client that is unknown or switched off', async () => {
    const unknown = { client_id: 'nobody', post_logout_redirect_uri: BYE };
    await expectRefused(await browser.get(logoutAddress(unknown)));
    const ops = await applicationToken(stack, OPS);
    await send(stack, 'PUT', `/client/${C1.clientId}`, ops, { status: '0' });
    await expectRefused(await browser.get(logoutAddress(complete)));
    await send(stack, 'PUT', `/client/${C1.clientId}`, ops, { status: '1' });
  });

  it('any address with a client_id that is not the hint’s', async () => {
    await expectRefused(await browser.get(logoutAddress({ ...complete, client_id: C2.clientId })));
  });

  it('any address where a parameter is repeated', async () => {
    const address = `${logoutAddress(complete)}&post_logout_redirect_uri=https://evil.test/`;
    await expectRefused(await browser.get(address));
  });
});

describe('without a session', () => {
  it('displays that the person is not signed in, with a link back only for a valid hint or an approved client', async () => {
    const stranger = new TestBrowser(stack);
    const page = await stranger.get(logoutAddress(complete));
    expectPage(page, 200);
    expect(page.text).toContain(`<a href="${BYE}">`);
    const unproven = await stranger.get(
      logoutAddress({ client_id: C2.clientId, post_logout_redirect_uri: BYE }),
    );
    expectPage(unproven, 200);
    expect(unproven.text).not.toContain('<a href="https://');
  });
});

it('openid-configuration names the endpoint (…-discovery-endpoint-verification), and the OAuth metadata does not', async () => {
  const metadata = async (name: string) => (await get(`${stack.url}/.well-known/${name}`)).body;
  expect((await metadata('openid-configuration')).end_session_endpoint).toBe(`${ISSUER}/oauth/logout`);
  expect(await metadata('oauth-authorization-server')).not.toHaveProperty('end_session_endpoint');
});
