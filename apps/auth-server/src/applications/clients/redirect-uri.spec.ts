import { isRegisteredRedirectUri, redirectUriProblem } from './redirect-uri.js';

describe('isRegisteredRedirectUri', () => {
  const loopback = { redirectUri: 'http://127.0.0.1:5000/spa?x=1', hasSecret: false };

  it.each([
    ['http://127.0.0.1:49152/spa?x=1', true],
    ['http://127.0.0.1/spa?x=1', true],
    ['http://127.0.0.1:65535/spa?x=1', true],
    ['http://127.0.0.1:65536/spa?x=1', false],
    ['http://127.0.0.1:/spa?x=1', false],
    ['http://127.0.0.1:1/spa', false],
    ['http://127.0.0.1:1/spa?x=1#f', false],
    ['http://127.0.0.1:1@evil.test/spa?x=1', false],
    ['http://127.0.0.1.evil.test/spa?x=1', false],
    ['http://localhost:1/spa?x=1', false],
    ['http://[::1]:1/spa?x=1', false],
    ['https://127.0.0.1:1/spa?x=1', false],
  ])('for a client without a secret on loopback, %s matches: %s', (redirectUri, isRegistered) => {
    expect(isRegisteredRedirectUri(redirectUri, loopback)).toBe(isRegistered);
  });

  it('refuses another port for all other clients (RFC 8252 7.3)', () => {
    expect(isRegisteredRedirectUri('http://127.0.0.1:1/spa?x=1', { ...loopback, hasSecret: true })).toBe(
      false,
    );
    const name = { redirectUri: 'http://localhost:5000/spa', hasSecret: false };
    expect(isRegisteredRedirectUri('http://localhost:1/spa', name)).toBe(false);
    const six = { redirectUri: 'http://[::1]:5000/spa', hasSecret: false };
    expect(isRegisteredRedirectUri('http://[::1]:1/spa', six)).toBe(true);
  });
});

describe('redirectUriProblem', () => {
  it.each([
    'https://vendor.example/cb?x=1',
    'https://vendor.example:8443/',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:1/cb',
    'com.example.app:/cb',
    'com.example.app://cb',
  ])('finds no problem with %s', (text) => expect(redirectUriProblem(text)).toBeUndefined());

  it.each([
    ['/cb', /absolute/],
    ['vendor.example/cb', /absolute/],
    ['https:vendor.example', /absolute/],
    ['https:///vendor.example', /absolute/],
    ['http://vendor.example/', /https/],
    ['http://127.0.0.1.evil.test/', /https/],
    ['javascript:alert(1)', /private scheme/],
    ['data:text/html,x', /private scheme/],
    ['myapp:/cb', /private scheme/],
    ['https://vendor.example/#', /fragment/],
    ['https://u@vendor.example/', /user name/],
    ['https://@vendor.example/', /user name/],
    ['https://vendor.example/ cb', /spaces/],
    ['https://vendor.example\\@evil.test', /spaces/],
    ['https://vеndor.example/', /non-ASCII/],
    [`https://vendor.example/${'x'.repeat(2000)}`, /2,000/],
    ['https://*.vendor.example/cb', /wildcard/],
    ['https://vendor.example:*/cb', /absolute|wildcard/],
    ['https://vendor.example/?code=1', /code/],
    ['https://vendor.example/?token_type=1', /token_type/],
    ['https://vendor.example/?expires_in=1', /expires_in/],
    ['https://vendor.example/?scope=1', /scope/],
    ['https://vendor.example/?x=1&client%5Fsecret=1', /client_secret/],
  ])('rejects %s: %s', (text, problem) => expect(redirectUriProblem(text)).toMatch(problem));

  it('allows http only on the hosts in the settings', () => {
    expect(redirectUriProblem('http://intranet.example/cb', ['intranet.example'])).toBeUndefined();
    expect(redirectUriProblem('http://other.example/cb', ['intranet.example'])).toMatch(/https/);
  });
});
