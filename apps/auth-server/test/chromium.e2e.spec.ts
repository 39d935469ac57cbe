import { listen, readPort } from '@app/local-services';
import { createServer, type Server } from 'node:http';
import OAuth2Strategy from 'passport-oauth2';
import { describeWith, findPageFaults } from '@app/testing';
import { generate } from 'otplib';
import { readFileSync } from 'node:fs';
import { sql } from '@app/database';
import { C2, P1, password, C1, c2Request } from './auth-stack.js';
import { useChromiumPages, type WindowOptions, type BrowserPage, homePages } from './chromium-pages.js';
import { authorizeAddress, pkce } from './test-browser.js';
import { passwordToken } from './links.js';

const pages = useChromiumPages(undefined, ['a.learning.localhost', 'nobody.learning.localhost']);
const { stack, issuer } = pages;

describeWith('chromium', 'main pages in Chromium', () => {
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
      const page = await pages.open({ javaScriptEnabled });
      await page.goto(loopback());
      await pages.login(page);
      await page.click('button[value=allow]');
      await page.waitForURL(/127\.0\.0\.1:\d+\/spa\?code=/);
      await pages.close(page);
    },
  );

  it('post once, however often a button is clicked', async () => {
    const page = await pages.open();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    const shown = { ...c2Request, redirect: 'false' };
    await page.goto(`${issuer}${authorizeAddress({ ...shown, scope: 'user.read', prompt: 'consent' })}`);
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
    const page = await pages.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: issuer });
    const shown = { ...c2Request, scope: 'lo.read', redirect: 'false' };
    await page.goto(`${issuer}${authorizeAddress(shown)}`);
    await pages.login(page, 'admin@b.example');
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
    const page = await pages.open();
    await page.goto(`${origin}/login`);
    await pages.login(page, 'admin@b.example');
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
    const page = await pages.open({ javaScriptEnabled: false });
    await page.goto(loopback());
    await pages.login(page, 'manager@a.example');
    await page.click('button[value=deny]');
    await page.waitForURL(/error=access_denied/);
    await page.goto(`${issuer}/oauth/account`);
    await page.click('form[action="/oauth/sign-out"] button');
    expect(await page.textContent('h1')).toBe('Signed out');
    await pages.close(page);
  });

  it('are examined so that faults of either scheme, and of both, are found', async () => {
    const page = await pages.open({ colorScheme: 'light and dark' });
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

/** Buttons that are a convenience, with a script and without. */
describeWith('chromium', 'buttons of the pages in Chromium', () => {
  describe('the button that shows a password', () => {
    const readType = (page: BrowserPage, id = 'password') => page.getAttribute(`#${id}`, 'type');

    it.each([
      ['en', 'Show the password', 'Show'],
      ['de', 'Passwort anzeigen', 'Anzeigen'],
      ['fr', 'Afficher le mot de passe', 'Afficher'],
    ])(
      'shows and hides it, announces that, and sends it from a hidden field: %s',
      async (locale, name, label) => {
        const page = await pages.open({ locale });
        await page.goto(`${issuer}/oauth/account`);
        const button = page.getByRole('button', { name, exact: true });
        expect([await button.textContent(), await button.getAttribute('aria-pressed')]).toEqual([
          label,
          'false',
        ]);
        await page.fill('#username', 'admin@a.example');
        await page.fill('#password', 'Wrong-but-seen');
        await button.click();
        expect([await readType(page), await button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
        await pages.examine(page, `shown-password-${locale}`);
        await button.click();
        expect([await readType(page), await button.getAttribute('aria-pressed')]).toEqual([
          'password',
          'false',
        ]);
        await button.click();
        await page.evaluate(
          `document.forms[0].addEventListener('formdata', () => { sessionStorage.sentAs = document.getElementById('password').type })`,
        );
        await page.press('#password', 'Enter');
        await page.waitForSelector('#password-error');
        expect(await page.evaluate('sessionStorage.sentAs')).toBe('password');
        await page.context().close();
      },
    );

    it('is at each of two fields, and reachable by keyboard', async () => {
      const page = await pages.open();
      await page.goto(`${issuer}/oauth/password/set?token=${await passwordToken(stack, 2)}`);
      await page.press('#repeated', 'Tab');
      await page.keyboard.press('Space');
      expect([await readType(page), await readType(page, 'repeated')]).toEqual(['password', 'text']);
      await page.context().close();
    });

    it('is not there without a script', async () => {
      const page = await pages.open({ javaScriptEnabled: false });
      await page.goto(`${issuer}/oauth/account`);
      expect(await page.locator('[data-shows]:visible').count()).toBe(0);
      await pages.login(page);
      await page.waitForSelector('form[action="/oauth/sign-out"]');
      await page.context().close();
    });
  });

  describe('recovery codes', () => {
    /** The page that shows them; {@link turnFactorOff} turns the factor off again. */
    const shown = async (options: WindowOptions = {}) => {
      const page = await pages.open(options);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: issuer });
      await page.addInitScript('window.print = () => { window.printed = true; }');
      await page.goto(`${issuer}/oauth/account`);
      await pages.login(page, 'learner@a.example');
      await page.click('form[action="/oauth/account/second-factor"] button');
      const secret = (await page.textContent('.key code'))!.replaceAll(/\s/g, '');
      await page.fill('#otp', await generate({ secret }));
      await page.click('form[action$="/confirm"] button');
      await page.waitForSelector('ul.codes');
      return { page, codes: await page.locator('ul.codes code').allTextContents() };
    };
    const turnFactorOff = async ({ page, codes }: Awaited<ReturnType<typeof shown>>) => {
      await page.goto(`${issuer}/oauth/account`);
      await page.click('form[action$="/remove"] button');
      await page.fill('#otp', codes[0]!);
      await page.click('main form button[type=submit]');
      await page.waitForSelector('body[data-page=message]');
      await page.context().close();
    };
    const saved = async (page: BrowserPage) => {
      const waits = page.waitForEvent('download');
      await page.click('a[download]');
      const file = await waits;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
    };

    it('are copied, printed without all that is no code, and saved as a file', async () => {
      const { page, codes } = await shown();
      await page.click('button[data-copy=codes]');
      await page.waitForSelector('[data-copy]:text-is("Copied")');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
      await page.click('button[data-print]');
      expect(await page.evaluate('window.printed')).toBe(true);
      await page.emulateMedia({ media: 'print' });
      for (const gone of ['button', 'nav', 'a.button'])
        expect(await page.locator(`${gone}:visible`).count()).toBe(0);
      expect(await page.locator('ul.codes code:visible').count()).toBe(codes.length);
      await page.emulateMedia({ media: 'screen' });
      const { name, text } = await saved(page);
      expect(name).toBe('recovery-codes.txt');
      expect(text.split('\r\n')).toEqual(['Learning Platform', 'learner@a.example', '', ...codes, '']);
      await turnFactorOff({ page, codes });
    });

    it('can be selected and saved without a script', async () => {
      const { page, codes } = await shown({ javaScriptEnabled: false });
      expect(await page.locator('button:visible').count()).toBe(0);
      expect(await page.locator('ul.codes').innerText()).toBe(codes.join('\n'));
      expect((await saved(page)).text).toContain(codes.at(-1)!);
      // no way to lose them by a click on another language
      expect(await page.locator('.languages').count()).toBe(0);
      await page.context().close();
    });
  });
});

describeWith('chromium', 'start pages in Chromium', () => {
  pages.testVariants('fit into the window and have no axe findings', async (page, shot) => {
    const host = (portal: string) => issuer.replace('localhost', `${portal}.learning.localhost`);
    await page.goto(issuer);
    await shot('home-server');
    await page.goto(host('a'));
    await shot('home-portal');
    await page.goto(host('nobody'));
    await shot('home-no-portal');
    await stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color) values (1, 'Akademie Größe', '#ffd400')
      on conflict (portal_id) do update set name = excluded.name, color = excluded.color`);
    await page.goto(host('a'));
    await shot('home-portal-branded');
    await page.goto(`${issuer}${authorizeAddress({ client_id: C1.clientId })}`);
    await shot('home-login-branded');
    const accent = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`,
    );
    expect(accent).not.toBe('rgb(29, 91, 214)');
  });

  it('all of them have been examined', () => {
    expect(pages.missing(homePages)).toEqual([]);
  });
});
