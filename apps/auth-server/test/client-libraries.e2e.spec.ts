import { sql } from '@app/database';
import { likelyFreePort } from '@app/local-services';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import jwt from 'jsonwebtoken';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { C1, C2, P1, startServer, useAuthServers, c2Credentials } from './auth-stack.js';
import { authorizeAddress, leadsTo, TestBrowser } from './test-browser.js';

/** The issuer must be the URL that libraries use, so the port must be known before the server starts. */
const port = likelyFreePort();
const issuer = `http://localhost:${port}`;
const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer, API_PUBLIC_URL: 'http://api.localhost' });

beforeAll(() => startServer(stack, port));

/** Follows an authorization URL as a person would; returns the URL that the browser is redirected to. */
async function walk(
  address: URL,
  username = 'admin@a.example',
  browser = new TestBrowser(stack),
): Promise<URL> {
  await browser.get(address.pathname + address.search);
  const consent = await browser.login(username);
  return new URL(leadsTo(consent) || leadsTo(await browser.allow()));
}

describe.each(['oauth2', 'oidc'] as const)('openid-client with discovery by %s', (algorithm) => {
  it.each([
    ['with a secret', C2.clientId, C2.secret, C2.redirectUri!],
    ['without a secret', P1.clientId, undefined, P1.redirectUri!],
  ])('%s: code with PKCE, refresh, introspection, revocation', async (_, id, secret, redirectUri) => {
    const config = await client.discovery(new URL(issuer), id, secret, secret ? undefined : client.None(), {
      algorithm,
      execute: [client.allowInsecureRequests],
    });
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'lo.read user.read',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = await walk(address, algorithm === 'oidc' ? 'manager@a.example' : 'admin@a.example');
    const tokens = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens.token_type).toBe('bearer');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect((await client.tokenIntrospection(config, next.access_token)).active).toBe(true);
    await client.tokenRevocation(config, next.refresh_token!);
    expect((await client.tokenIntrospection(config, next.access_token)).active).toBe(false);
  });
});

describe('openid-client with its defaults', () => {
  it.each([
    ['with a secret', C2.clientId, C2.secret, C2.redirectUri!],
    ['without a secret', P1.clientId, undefined, P1.redirectUri!],
  ])(
    '%s: sign-in with nonce and max_age, claims, userinfo, refresh, sign-out',
    async (_, id, secret, redirectUri) => {
      const options = { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] };
      const authentication = secret ? undefined : client.None();
      const config = await client.discovery(new URL(issuer), id, secret, authentication, options);
      const [pkceCodeVerifier, expectedNonce, expectedState] = [
        client.randomPKCECodeVerifier(),
        client.randomNonce(),
        client.randomState(),
      ];
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email offline_access',
        state: expectedState,
        nonce: expectedNonce,
        max_age: '600',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const browser = new TestBrowser(stack);
      const back = await walk(address, 'admin@a.example', browser);
      const checks = { pkceCodeVerifier, expectedNonce, expectedState, maxAge: 600 };
      const tokens = await client.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true });
      const claims = tokens.claims()!;
      expect(claims).toMatchObject({ sub: '101', aud: id, name: 'Ada Admin', email_verified: true });
      const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      expect(claims).toMatchObject(userinfo);
      const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
      expect(next.claims()).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time });
      const bye = 'https://partner.example/bye';
      await stack.db.many(sql`
        update auth.clients set post_logout_redirect_uris = ${[bye]} where client_id = ${id}`);
      const end = client.buildEndSessionUrl(config, {
        id_token_hint: next.id_token!,
        post_logout_redirect_uri: bye,
      });
      expect(leadsTo(await browser.get(end.pathname + end.search))).toBe(bye);
      expect((await browser.get('/oauth/account')).text).toContain('name="password"');
    },
  );

  it('prompt=none returns login_required without a session', async () => {
    const options = { execute: [client.allowInsecureRequests] };
    const config = await client.discovery(new URL(issuer), C1.clientId, C1.secret, undefined, options);
    const parameters = { redirect_uri: C1.redirectUri!, scope: 'openid', state: 's', prompt: 'none' };
    const address = client.buildAuthorizationUrl(config, parameters);
    const answer = await new TestBrowser(stack).get(address.pathname + address.search);
    const answered = client.authorizationCodeGrant(config, new URL(leadsTo(answer)), { expectedState: 's' });
    await expect(answered).rejects.toMatchObject({ error: 'login_required' });
  });
});

describe('oauth4webapi', () => {
  it('a sign-in: ID token required, its signature and nonce checked, userinfo', async () => {
    const options = { [oauth.allowInsecureRequests]: true };
    const server = await oauth
      .discoveryRequest(new URL(issuer), options)
      .then((response) => oauth.processDiscoveryResponse(new URL(issuer), response));
    const ownClient: oauth.Client = { client_id: C1.clientId };
    const nonce = oauth.generateRandomNonce();
    const back = await walk(
      new URL(issuer + authorizeAddress({ scope: 'openid email', nonce, state: 'abc' })),
    );
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      ownClient,
      oauth.ClientSecretPost(C1.secret),
      oauth.validateAuthResponse(server, ownClient, back, 'abc'),
      C1.redirectUri!,
      oauth.nopkce,
      options,
    );
    const result = await oauth.processAuthorizationCodeResponse(server, ownClient, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, options);
    const { sub } = oauth.getValidatedIdTokenClaims(result)!;
    const answer = await oauth.userInfoRequest(server, ownClient, result.access_token, options);
    const userinfo = await oauth.processUserInfoResponse(server, ownClient, sub, answer);
    expect(userinfo['email']).toBe('admin@a.example');
  });

  it('client_credentials by Basic, and a code without PKCE', async () => {
    const options = { [oauth.allowInsecureRequests]: true };
    const server = await oauth
      .discoveryRequest(new URL(issuer), { ...options, algorithm: 'oauth2' })
      .then((response) => oauth.processDiscoveryResponse(new URL(issuer), response));
    const ownClient: oauth.Client = { client_id: C1.clientId };
    const authentication = oauth.ClientSecretBasic(C1.secret);
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      ownClient,
      authentication,
      { scope: 'lo.read' },
      options,
    );
    expect(
      (await oauth.processClientCredentialsResponse(server, ownClient, response)).access_token,
    ).toBeTruthy();

    const back = await walk(new URL(issuer + authorizeAddress({ state: 'abc' })));
    const parameters = oauth.validateAuthResponse(server, ownClient, back, 'abc');
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      ownClient,
      authentication,
      parameters,
      C1.redirectUri!,
      oauth.nopkce,
      options,
    );
    expect(
      (await oauth.processAuthorizationCodeResponse(server, ownClient, exchanged)).refresh_token,
    ).toBeTruthy();
  });
});

describe('simple-oauth2', () => {
  it('code, refresh and revocation', async () => {
    const library = new AuthorizationCode({
      client: { id: C1.clientId, secret: C1.secret },
      auth: {
        tokenHost: issuer,
        tokenPath: '/oauth/token',
        authorizePath: '/oauth/authorize',
        revokePath: '/oauth/revoke',
      },
    });
    const address = library.authorizeURL({ redirect_uri: C1.redirectUri!, scope: 'lo.read', state: 'x' });
    const back = await walk(new URL(address));
    const result = await library.getToken({
      code: back.searchParams.get('code')!,
      redirect_uri: C1.redirectUri!,
    });
    const refreshed = await result.refresh();
    expect(refreshed.token['access_token']).toBeTruthy();
    await refreshed.revokeAll();
  });
});

describe('offline validation', () => {
  it('by jose from the key set, and by jsonwebtoken with the PEM chosen by kid', async () => {
    const body = { grant_type: 'client_credentials', ...c2Credentials };
    const answer = await fetch(`${issuer}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) });
    const { access_token: text } = (await answer.json()) as { access_token: string };
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const options = { issuer, audience: 'http://api.localhost', typ: 'at+jwt' };
    expect((await jwtVerify(text, keys, options)).payload.sub).toBe(C2.clientId);
    const { kid } = jwt.decode(text, { complete: true })!.header;
    const pem = await (await fetch(`${issuer}/oauth/public-key?kid=${kid}`)).text();
    expect(jwt.verify(text, pem, { algorithms: ['ES256'], issuer })).toMatchObject({
      client_id: C2.clientId,
    });
    const bare = await fetch(`${issuer}/oauth/public-key`, { headers: { accept: 'application/x-pem-file' } });
    expect(await bare.text()).toBe(pem);
    const etag = bare.headers.get('etag')!;
    const again = await fetch(`${issuer}/oauth/public-key`, {
      headers: { accept: 'application/x-pem-file', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });
});
