import type { AuthConfig } from '@auth/core';
import NextAuth, { type AuthOptions } from 'next-auth';
import { Passport } from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { leadsTo } from '../test-browser.js';
import { ExpressSite } from './express-site.js';
import { PartnerVisit, useIssuer } from './partner-visit.js';

const { stack, issuer } = useIssuer();
const discover = async () =>
  (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>;

let site: ExpressSite;
/** The ID token that an application keeps. */
let idToken = '';
beforeEach(() => (site = new ExpressSite()));
afterEach(() => site.close());
const open = async (clientId: string, callback: string): Promise<PartnerVisit> => {
  const visit = new PartnerVisit(stack, clientId, await site.listen());
  await visit.register(callback);
  // none of the libraries has a call for it
  site.app.use('/leave', async (_, reply) => {
    const { end_session_endpoint: endpoint } = await discover();
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${visit.home}/` };
    reply.writeHead(302, { location: `${endpoint}?${new URLSearchParams(parameters).toString()}` }).end();
  });
  return visit;
};

describe('next-auth 4', () => {
  it('signs a person in from discovery, and out', async () => {
    const visit = await open('next-auth', '/api/auth/callback/portal');
    const { home, browser, clientId, secret } = visit;
    process.env['NEXTAUTH_URL'] = home;
    const options: AuthOptions = {
      secret: 'a secret of the application',
      providers: [
        {
          id: 'portal',
          name: 'Portal',
          type: 'oauth',
          wellKnown: `${issuer}/.well-known/openid-configuration`,
          clientId,
          clientSecret: secret,
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
    await visit.signIn();
    expect(leadsTo(browser.page)).toBe(home);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({
      user: { name: 'Ada Admin', email: 'admin@a.example' },
    });
    await browser.post('/api/auth/signout', form as { csrfToken: string });
    expect((await browser.get('/api/auth/session')).body).toEqual({});
    await browser.get('/leave');
    await visit.signOut();
  });
});

describe('@auth/core', () => {
  it('signs a person in from discovery, and out', async () => {
    const visit = await open('auth-js', '/auth/callback/portal');
    const { home, browser, clientId, secret } = visit;
    const { Auth } = await import('@auth/core');
    const config: AuthConfig = {
      secret: 'a secret of the application',
      trustHost: true,
      basePath: '/auth',
      providers: [{ id: 'portal', name: 'Portal', type: 'oidc', issuer, clientId, clientSecret: secret }],
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
    await visit.signIn();
    expect(leadsTo(browser.page)).toBe(home);
    expect((await browser.get('/auth/session')).body).toMatchObject({
      user: { name: 'Ada Admin', email: 'admin@a.example' },
    });
    await browser.post('/auth/signout', form as { csrfToken: string });
    expect((await browser.get('/auth/session')).body).toBeNull();
    await browser.get('/leave');
    await visit.signOut();
  });
});

describe('passport-openidconnect', () => {
  it('signs a person in with the addresses of discovery, and out', async () => {
    const visit = await open('passport-openidconnect', '/callback');
    const { browser, clientId, secret } = visit;
    const discovery = await discover();
    const passport = new Passport();
    const options = {
      issuer: discovery['issuer'],
      authorizationURL: discovery['authorization_endpoint'],
      tokenURL: discovery['token_endpoint'],
      userInfoURL: discovery['userinfo_endpoint'],
      clientID: clientId,
      clientSecret: secret,
      callbackURL: '/callback',
      scope: ['profile', 'email'],
      skipUserProfile: false, // userinfo, too
    };
    passport.use(
      new OpenIDConnectStrategy(options, (_issuer, { displayName, emails }, _context, text, done) => {
        idToken = text;
        done(null, { name: displayName, email: emails[0]!.value });
      }),
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
    await visit.signIn();
    expect(leadsTo(browser.page)).toBe('/');
    expect((await browser.get('/')).body).toEqual({ name: 'Ada Admin', email: 'admin@a.example' });
    await browser.get('/leave');
    await visit.signOut();
  });
});
