import { listen, readPort } from '@app/local-services';
import { createServer, type Server } from 'node:http';
import OAuth2Strategy from 'passport-oauth2';
import { describeWith, findPageFaults } from '@app/testing';
import { C2, P1, password } from './auth-stack.js';
import { useChromiumPages } from './chromium-pages.js';
import { authorizeAddress } from './test-browser.js';

const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

describeWith('chromium', 'main pages in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  const open = pages.open.bind(pages);
  const login = pages.login.bind(pages);
  let partner: Server;
  let partnerUrl: string;

  beforeAll(async () => {
    partner = createServer((_, reply) => reply.end('<title>back</title>back'));
    partnerUrl = `http://127.0.0.1:${await listen(partner)}/spa`;
    await stack.register({ ...P1, clientId: 'loopback', redirectUri: 'http://127.0.0.1:1/spa' });
  });
  afterAll(() => {
    partner.close();
  });

  const loopback = () =>
    `${issuer}${authorizeAddress({ client_id: 'loopback', redirect_uri: partnerUrl, scope: 'lo.read', ...pkce })}`;

  it.each([true, false])(
    'I05 redirect to a loopback address under the real CSP, JavaScript %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled });
      await page.goto(loopback());
      await login(page);
      await page.click('button[value=allow]');
      await page.waitForURL(/127\.0\.0\.1:\d+\/spa\?code=/);
      await pages.close(page);
    },
  );

  it('post once, however often a button is clicked', async () => {
    const page = await open();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    const c2Request = { client_id: C2.clientId, redirect_uri: C2.redirectUri!, redirect: 'false' };
    await page.goto(`${issuer}${authorizeAddress({ ...c2Request, scope: 'user.read', prompt: 'consent' })}`);
    await page.fill('#username', 'admin@b.example');
    await page.fill('#password', password);
    await page.dblclick('button[type=submit]');
    await page.waitForSelector('button[value=allow]');
    await page.click('button[value=allow]', { clickCount: 4 });
    await page.waitForSelector('#code');
    expect(posts).toEqual(['/oauth/authorize/login', '/oauth/authorize/consent']);
    await pages.close(page);
  });

  it('copy a credential with its button', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: issuer });
    const c2Request = {
      client_id: C2.clientId,
      redirect_uri: C2.redirectUri!,
      scope: 'lo.read',
      redirect: 'false',
    };
    await page.goto(`${issuer}${authorizeAddress(c2Request)}`);
    await login(page, 'admin@b.example');
    await page.click('button[value=allow]');
    await page.click('button[data-copy=code]');
    await page.waitForSelector('[data-copy=code]:text-is("Copied")');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^code_/);
    expect(copied).toBe(await page.inputValue('#code'));
    await pages.close(page);
  });

  it('log in to a partner that uses passport-oauth2', async () => {
    const session: Record<string, unknown> = {};
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${issuer}/oauth/authorize`,
        tokenURL: `${issuer}/oauth/token`,
        clientID: 'passport',
        clientSecret: C2.secret,
        callbackURL: '/cb',
        scope: ['lo.read', 'user.read'],
        state: true,
        pkce: true,
      },
      (
        accessToken: string,
        refreshToken: string,
        _profile: unknown,
        done: (error: null, user: object) => void,
      ) => done(null, { accessToken, refreshToken }),
    );
    const site = createServer((request, reply) => {
      const one = Object.create(strategy) as typeof strategy & Record<string, unknown>;
      const url = new URL(request.url!, 'http://127.0.0.1');
      one.redirect = (address: string) => void reply.writeHead(302, { location: address }).end();
      one.success = (user: object) => void reply.end(JSON.stringify(user));
      one.fail = () => void reply.writeHead(401).end('failed');
      one.error = (error: Error) => void reply.writeHead(500).end(error.message);
      one.authenticate(
        Object.assign(request, { query: Object.fromEntries(url.searchParams), session }) as never,
        { callbackURL: `http://127.0.0.1:${readPort(site)}/cb` },
      );
    });
    const origin = `http://127.0.0.1:${await listen(site)}`;
    await stack.register({ ...C2, clientId: 'passport', redirectUri: `${origin}/cb` });
    const page = await open();
    await page.goto(`${origin}/login`);
    await login(page, 'admin@b.example');
    await page.click('button[value=allow]');
    await page.waitForURL(`${origin}/cb**`);
    expect(JSON.parse((await page.textContent('body'))!)).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^rt_/),
    });
    site.close();
    await pages.close(page);
  });

  it('refuse and sign out without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(loopback());
    await login(page, 'manager@a.example');
    await page.click('button[value=deny]');
    await page.waitForURL(/error=access_denied/);
    await page.goto(`${issuer}/oauth/account`);
    await page.click('form[action="/oauth/sign-out"] button');
    expect(await page.textContent('h1')).toBe('Signed out');
    await pages.close(page);
  });

  it('are examined so that faults of either scheme, and of both, are found', async () => {
    const page = await open({ colorScheme: 'light and dark' });
    await page.setContent(`<!doctype html><html lang="en"><title>Page</title><style>
      p { color: #000; background: #fff; width: 2000px }
      @media (prefers-color-scheme: dark) { p { color: #222; background: #000; width: auto } }
      </style><main><h1>Page</h1><img src="data:,"><p>text</p></main>`);
    expect(await findPageFaults(page, 'x', ['light', 'dark'], true)).toEqual([
      expect.stringMatching(/^x, light: \d+ px in a window of \d+ px$/),
      expect.stringMatching(/^x, light: image-alt /),
      expect.stringMatching(/^x, dark: color-contrast <p>/),
    ]);
    await pages.close(page);
  });
});
