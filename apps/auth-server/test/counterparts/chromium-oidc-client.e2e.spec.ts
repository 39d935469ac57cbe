import { sql } from '@app/database';
import { describeWith } from '@app/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { C2, P1 } from '../auth-stack.js';
import { useChromiumPages, type BrowserPage } from '../chromium-pages.js';

const library = join(dirname(require.resolve('oidc-client-ts')), '..', 'browser', 'oidc-client-ts.min.js');

/** The page of an application of one page; its callback does what the library's documentation says. */
const createPage = (settings: object): string => `<!doctype html><title>application</title>
  <script src="/library.js"></script>
  <script>
    const manager = new oidc.UserManager(${JSON.stringify(settings)});
    const ready = location.pathname === '/callback' ? manager.signinCallback() : Promise.resolve();
  </script>`;

/** The facts that the library keeps of a person who is signed in. */
interface LibraryUser {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  profile: Record<string, unknown>;
}

describeWith('chromium', 'oidc-client-ts in Chromium', () => {
  const pages = useChromiumPages();
  let site: Server;
  /** Of the same site as the authorization server, whose cookies are therefore sent from its frames. */
  let origin: string;
  let shown = '';
  let page: BrowserPage;

  beforeAll(async () => {
    site = createServer(({ url }, reply) => {
      const isLibrary = url === '/library.js';
      reply.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
      reply.end(isLibrary ? readFileSync(library) : shown);
    }).listen(0, 'localhost');
    await once(site, 'listening');
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    const addresses = { redirectUri: `${origin}/callback`, postLogoutRedirectUris: [`${origin}/`] };
    await pages.stack.register({ ...P1, clientId: 'page', name: 'Page', ...addresses });
    await pages.stack.register({ ...C2, clientId: 'page-with-secret', name: 'Page', ...addresses });
  });
  afterAll(() => {
    site.close();
    site.closeAllConnections();
  });
  beforeEach(async () => {
    await pages.stack.db.many(sql`delete from auth.consents`);
    page = await pages.open();
  });
  afterEach(() => pages.close(page));

  /** Signs a person in by the library's defaults. */
  const signIn = async (settings: Record<string, unknown>): Promise<LibraryUser> => {
    shown = createPage({
      authority: pages.issuer,
      redirect_uri: `${origin}/callback`,
      post_logout_redirect_uri: `${origin}/`,
      ...settings,
    });
    await page.goto(origin);
    await page.evaluate('void manager.signinRedirect()');
    await pages.login(page);
    await page.click('button[value=allow]');
    await page.waitForURL(`${origin}/callback**`);
    return page.evaluate<LibraryUser>('ready');
  };
  /** @returns the person, or the error that the library reports */
  const signInSilently = () =>
    page.evaluate<LibraryUser | string>(
      'manager.signinSilent().catch(({ error, message }) => error ?? message)',
    );
  const forgetRefreshToken = () =>
    page.evaluate(`manager.getUser().then((user) => {
      user.refresh_token = undefined;
      return manager.storeUser(user);
    })`);
  const signOut = async () => {
    await page.evaluate('void manager.signoutRedirect()');
    await page.waitForURL(`${origin}/`);
    await page.evaluate('manager.signoutCallback()');
    expect(await page.evaluate('manager.getUser()')).toBeNull();
    await page.goto(`${pages.issuer}/oauth/account`);
    expect(await page.locator('form[action="/oauth/sign-out"]').count()).toBe(0);
  };

  it('without a secret: signs a person in, renews by the refresh token, and signs out', async () => {
    const user = await signIn({ client_id: 'page' });
    expect(user.profile).toMatchObject({ sub: '101', portal_id: 1 });
    const renewed = (await signInSilently()) as LibraryUser;
    expect(renewed.profile.sub).toBe('101');
    expect(renewed.access_token).not.toBe(user.access_token);
    await forgetRefreshToken();
    expect(await signInSilently()).toBe('consent_required');
    await signOut();
  });

  it('with a secret: renews by prompt=none in a frame, and loads userinfo', async () => {
    const user = await signIn({
      client_id: 'page-with-secret',
      client_secret: C2.secret,
      scope: 'openid email',
      loadUserInfo: true,
    });
    expect(user.profile).toMatchObject({ sub: '101', email: 'admin@a.example' });
    await forgetRefreshToken();
    const renewed = (await signInSilently()) as LibraryUser;
    expect(renewed.profile).toMatchObject({ sub: '101', email: 'admin@a.example' });
    expect(renewed.id_token).not.toBe(user.id_token);
    await signOut();
    await page.goto(origin);
    expect(await signInSilently()).toBe('login_required');
  });
});
