import { C1, C2, password, useAuthServers } from './auth-stack.js';
import { basic, bearer, get, post, token, type OAuthAnswer } from './requests.js';
import { authorizeAddress, leadsTo, obtainCode, returned, TestBrowser } from './test-browser.js';

const stack = useAuthServers();

/** The text of an answer, with words for what differs each time. */
const readBytes = (text: string): string =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'JWT')
    .replace(/rt_[\w-]+/g, 'RT')
    .replace(/code_[\w-]+/g, 'CODE')
    .replace(/"(jti|sid|kid)":"[^"]+"/g, '"$1":"..."')
    .replace(/"(exp|iat|nbf)":\d+/g, '"$1":0');
const readAnswer = ({ status, text }: OAuthAnswer): string => `${status} ${readBytes(text)}`;
const readToken = ({ body }: OAuthAnswer): string[] =>
  (body.access_token as string)
    .split('.', 2)
    .map((part) => readBytes(Buffer.from(part, 'base64url').toString()));

const IDENTITY =
  '"iss":"https://auth.test","aud":["https://api.test","https://auth.test"],"client_id":"c1-app","sub":"101","iat":0,"nbf":0,"exp":0,"jti":"...","sid":"..."';
const PERSON =
  '"portal_id":1,"portal_name":"a.learning.localhost","roles":["Administrator"],"user":{"id":101,"email":"admin@a.example","first_name":"Ada","last_name":"Admin"}';
const TOKEN = '"token_type":"Bearer","expires_in":43200,"access_token":"JWT"';
const READ = '"scope":"lo.read","scopes":["lo.read"]';
const OF_CLIENT =
  'account.read user.read user.write user.login user.login.me portal.read portal.write lo.read lo.write enrollment.read enrollment.write webhook.read webhook.write group.read group.write audit.read';
const refuse = (scope: string, possible: string): string => {
  const message = `The scope ${scope} is unknown or beyond what may be requested.`;
  return `400 {"error":"invalid_scope","error_description":"${message}","hint":"Separated by spaces, any of: ${possible}.","message":"${message}"}`;
};

/** The answers to these requests on the last commit before there was OpenID Connect. */
const before = {
  authorize: [
    'https://app.example/cb?x=1&code=CODE&state=a%20b&iss=https%3A%2F%2Fauth.test',
    'https://app.example/cb?x=1&error=invalid_scope&error_description=The%20scope%20profile%20is%20unknown%20or%20beyond%20what%20may%20be%20requested.&state=s&iss=https%3A%2F%2Fauth.test',
    'https://app.example/cb?x=1&error=unsupported_response_type&error_description=The%20response_type%20must%20be%20code%20or%20token.&state=s&iss=https%3A%2F%2Fauth.test',
  ],
  code: [
    `200 {${TOKEN},"refresh_token":"RT","scope":"user.read lo.read"}`,
    `200 {${TOKEN},"refresh_token":"RT","scope":"user.read lo.read"}`,
    `200 {${TOKEN},"refresh_token":"RT"}`,
    refuse('openid', 'user.read lo.read'),
  ],
  token: [
    '{"alg":"ES256","kid":"...","typ":"at+jwt"}',
    `{${IDENTITY},"seq":1,"scope":"user.read lo.read","scopes":["user.read","lo.read"],${PERSON}}`,
  ],
  checks: [
    `200 {"active":true,${IDENTITY},"seq":3,${READ},${PERSON},"portal":{"id":1,"name":"a.learning.localhost"}}`,
    `200 {"active":true,"token_type":"Bearer","username":"admin@a.example",${IDENTITY},"seq":3,${READ},${PERSON}}`,
  ],
  grants: [
    `200 {${TOKEN},"refresh_token":"RT"}`,
    `200 {${TOKEN},"scope":"account.read user.read user.write portal.read portal.write lo.read lo.write enrollment.read enrollment.write webhook.read webhook.write group.read group.write"}`,
    refuse('openid', OF_CLIENT),
    refuse('profile', OF_CLIENT),
  ],
};

describe('requests without openid are answered byte for byte as before', () => {
  it('at the authorization endpoint', async () => {
    const browser = new TestBrowser(stack);
    await browser.get(authorizeAddress({ scope: 'lo.read', nonce: 'n', state: 'a b' }));
    await browser.login();
    const back = leadsTo(await browser.allow());
    const unknown = await browser.get(authorizeAddress({ scope: 'lo.read profile' }));
    const unsupported = await browser.get(authorizeAddress({ response_type: 'id_token' }));
    expect([back, leadsTo(unknown), leadsTo(unsupported)].map(readBytes)).toEqual(before.authorize);
  });

  it('with tokens for a code, by refreshes, and what these say', async () => {
    const code = await obtainCode(stack, { scope: 'lo.read user.read' });
    const form = { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri! };
    const first = await token(stack, form);
    const refresh = (text: string, more = {}) =>
      token(stack, { grant_type: 'refresh_token', refresh_token: text, ...more });
    const second = await refresh(first.body.refresh_token);
    const third = await refresh(second.body.refresh_token, { scope: 'lo.read' });
    const refused = await refresh(third.body.refresh_token, { scope: 'openid' });
    expect([first, second, third, refused].map(readAnswer)).toEqual(before.code);
    expect(readToken(first)).toEqual(before.token);
    const accessToken = third.body.access_token as string;
    const validated = await get(`${stack.url}/oauth/validate`, bearer(accessToken));
    const credentials = basic(C1.clientId, C1.secret);
    const introspected = await post(`${stack.url}/oauth/introspect`, { token: accessToken }, credentials);
    expect([validated, introspected].map(readAnswer)).toEqual(before.checks);
  });

  it('with tokens of other grants, and refusals', async () => {
    const ofC2 = { client_id: C2.clientId, client_secret: C2.secret };
    const byPassword = { grant_type: 'password', username: 'admin@a.example', password };
    const answers = [
      await token(stack, { ...byPassword, scope: 'lo.read' }),
      await token(stack, { grant_type: 'client_credentials', ...ofC2 }),
      await token(stack, { grant_type: 'client_credentials', scope: 'openid' }),
      await token(stack, { ...byPassword, scope: 'profile email' }),
    ];
    expect(answers.map(readAnswer)).toEqual(before.grants);
  });
});

describe('requests without openid', () => {
  it.each([
    [{ scope: 'unknown', response_mode: 'x', redirect: 'x', code_challenge: 'x' }, 'response_mode'],
    [{ scope: 'unknown', redirect: 'x', code_challenge: 'x' }, 'redirect must be'],
    [{ scope: 'unknown', code_challenge: 'x' }, 'code_challenge_method'],
    [{ scope: 'unknown' }, 'The scope unknown'],
  ])('are refused in the order that they always had: %j', async (parameters, words) => {
    const answer = await new TestBrowser(stack).get(authorizeAddress(parameters));
    expect(returned(answer).query.get('error_description')).toContain(words);
  });

  it('take none of its parameters', async () => {
    const parameters = {
      prompt: 'none',
      id_token_hint: 'x',
      portal_name: 'x',
      acr_values: '2fa',
      nonce: 'n',
    };
    const answer = await new TestBrowser(stack).get(authorizeAddress({ scope: 'lo.read', ...parameters }));
    expect(answer.text).toContain('action="/oauth/authorize/login"');
  });
});
