import { likelyFreePort } from '@app/local-services';
import type { AuthConfig } from '@auth/core';
import NextAuth, { type AuthOptions } from 'next-auth';
import { Passport } from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { C2, useAuthServers } from '../auth-stack.js';
import { leadsTo, TestBrowser } from '../test-browser.js';
import { ExpressSite } from './express-site.js';

/** The issuer must be the URL that libraries use, so the port must be known before the server starts. */
const port = likelyFreePort();
const issuer = `http://localhost:${port}`;
const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer });
beforeAll(async () => {
  const { createAuthServer } = await import('../../src/app.js');
  const { loadSettings } = await import('../../src/config.js');
  const { app } = await createAuthServer(loadSettings({ ...stack.settings, LOG_LEVEL: 'silent' }));
  await app.listen(port, 'localhost');
  stack.apps.push(app);
  stack.urls.push(issuer);
});

/** An application of a partner, registered with its addresses, and the browser of a person who visits it. */
interface Visit {
  site: ExpressSite;
  home: string;
  browser: TestBrowser;
  clientId: string;
}

let opened: Visit | undefined;
afterEach(async () => opened?.site.close());

async function open(clientId: string, callback: string): Promise<Visit> {
  const site = new ExpressSite();
  const home = await site.listen();
  opened = { site, home, browser: new TestBrowser({ urls: [home] }), clientId };
  await stack.register({
    ...C2,
    clientId,
    redirectUri: `${home}${callback}`,
    postLogoutRedirectUris: [`${home}/`],
  });
  return opened;
}

/** Goes where the application sends the browser, signs in, agrees, and comes back. */
async function signIn({ home, browser }: Visit): Promise<TestBrowser> {
  const person = new TestBrowser(stack);
  const address = new URL(leadsTo(browser.page));
  expect(address.href).toMatch(new RegExp(`^${issuer}/oauth/authorize\\?`));
  await person.get(address.pathname + address.search);
  await person.login();
  const back = leadsTo(await person.allow());
  expect(back).toMatch(new RegExp(`^${home}/`));
  await browser.get(back.slice(home.length));
  return person;
}

const discover = async () =>
  (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>;

/** Signs out as an application does whose library has no call for it: with the ID token that the library keeps. */
async function endSession({ home }: Visit, person: TestBrowser, idToken: string): Promise<void> {
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${home}/` };
  const address = new URL((await discover())['end_session_endpoint']!);
  const query = new URLSearchParams(parameters).toString();
  expect(leadsTo(await person.get(`${address.pathname}?${query}`))).toBe(`${home}/`);
  expect((await person.get('/oauth/account')).text).toContain('name="password"');
}

describe('next-auth 4.24', () => {
  it('signs a person in from discovery, and out', async () => {
    const visit = await open('next-auth', '/api/auth/callback/portal');
    const { site, home, browser, clientId } = visit;
    process.env['NEXTAUTH_URL'] = home;
    let idToken = '';
    const options: AuthOptions = {
      secret: 'a secret of the application',
      providers: [
        {
          id: 'portal',
          name: 'Portal',
          type: 'oauth',
          wellKnown: `${issuer}/.well-known/openid-configuration`,
          clientId,
          clientSecret: C2.secret,
          authorization: { params: { scope: 'openid email profile' } },
          idToken: true,
          profile: ({ sub, name, email }) => ({ id: sub, name, email }),
        },
      ],
      callbacks: {
        jwt: ({ token, account }) => {
          idToken = account?.id_token ?? idToken;
          return token;
        },
      },
    };
    site.app.use('/api/auth', (request, reply) => {
      const query = { ...request.query, nextauth: request.path.slice(1).split('/') };
      Object.defineProperty(request, 'query', { value: query });
      return NextAuth(request, reply, options) as unknown;
    });
    const { body: form } = await browser.get('/api/auth/csrf');
    await browser.post('/api/auth/signin/portal', form as { csrfToken: string });
    const person = await signIn(visit);
    expect(leadsTo(browser.page)).toBe(home);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({
      user: { name: 'Ada Admin', email: 'admin@a.example' },
    });
    await browser.post('/api/auth/signout', form as { csrfToken: string });
    expect((await browser.get('/api/auth/session')).body).toEqual({});
    await endSession(visit, person, idToken);
  });
});

describe('@auth/core 0.41', () => {
  it('signs a person in from discovery, and out', async () => {
    const visit = await open('auth-js', '/auth/callback/portal');
    const { site, home, browser, clientId } = visit;
    const { Auth } = await import('@auth/core');
    let idToken = '';
    const config: AuthConfig = {
      secret: 'a secret of the application',
      trustHost: true,
      basePath: '/auth',
      providers: [{ id: 'portal', name: 'Portal', type: 'oidc', issuer, clientId, clientSecret: C2.secret }],
      callbacks: {
        jwt: ({ token, account }) => {
          idToken = account?.id_token ?? idToken;
          return token;
        },
      },
    };
    site.app.use('/auth', async ({ method, url, headers, body }, reply) => {
      const answer = await Auth(
        new Request(`${home}/auth${url}`, {
          method: method!,
          headers: headers as Record<string, string>,
          ...(method === 'POST' && { body: new URLSearchParams(body).toString() }),
        }),
        config,
      );
      for (const [name, value] of answer.headers) reply.appendHeader(name, value);
      reply.writeHead(answer.status).end(await answer.text());
    });
    const { body: form } = await browser.get('/auth/csrf');
    await browser.post('/auth/signin/portal', form as { csrfToken: string });
    const person = await signIn(visit);
    expect(leadsTo(browser.page)).toBe(home);
    expect((await browser.get('/auth/session')).body).toMatchObject({
      user: { name: 'Ada Admin', email: 'admin@a.example' },
    });
    await browser.post('/auth/signout', form as { csrfToken: string });
    expect((await browser.get('/auth/session')).body).toBeNull();
    await endSession(visit, person, idToken);
  });
});

describe('passport-openidconnect 0.1', () => {
  it('signs a person in with the addresses of discovery, and out', async () => {
    const visit = await open('passport-openidconnect', '/callback');
    const { site, browser, clientId } = visit;
    const discovery = await discover();
    const passport = new Passport();
    const options = {
      issuer: discovery['issuer'],
      authorizationURL: discovery['authorization_endpoint'],
      tokenURL: discovery['token_endpoint'],
      userInfoURL: discovery['userinfo_endpoint'],
      clientID: clientId,
      clientSecret: C2.secret,
      callbackURL: '/callback',
      scope: ['profile', 'email'],
      skipUserProfile: false, // userinfo, too
    };
    passport.use(
      new OpenIDConnectStrategy(options, (_issuer, { displayName, emails }, _context, idToken, done) =>
        done(null, { name: displayName, email: emails[0]!.value, idToken }),
      ),
    );
    passport.serializeUser((user, done) => done(null, user));
    passport.deserializeUser((user: Express.User, done) => done(null, user));
    site.app.use('/', passport.session());
    site.app.use('/login', passport.authenticate('openidconnect'));
    site.app.use(
      '/callback',
      passport.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/login' }),
    );
    site.app.use('/', ({ user }, reply) => void reply.end(JSON.stringify(user ?? null)));
    await browser.get('/login');
    const person = await signIn(visit);
    expect(leadsTo(browser.page)).toBe('/');
    const { body: user } = await browser.get('/');
    expect(user).toMatchObject({ name: 'Ada Admin', email: 'admin@a.example' });
    await endSession(visit, person, (user as { idToken: string }).idToken);
  });
});
