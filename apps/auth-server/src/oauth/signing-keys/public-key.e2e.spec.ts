import { scopes } from '@app/contracts';
import { sql } from '@app/database';
import { KeyRotation } from '@app/signing-keys';
import { createPublicKey } from 'node:crypto';
import { jwtVerify, importSPKI, decodeProtectedHeader } from 'jose';
import { useAuthServers } from '../../../test/auth-stack.js';
import { bearer, get, token } from '../../../test/requests.js';
import { KeyRing } from './index.js';

const stack = useAuthServers(1, { SIGNING_ALG: 'RS256' });
const fetchPath = (path: string, headers: Record<string, string> = {}) => get(`${stack.url}${path}`, headers);
const publicKey = (accept?: string, more: Record<string, string> = {}) =>
  fetchPath('/oauth/public-key', { ...(accept ? { accept } : {}), ...more });
const issue = async () =>
  (await token(stack, { grant_type: 'client_credentials' })).body.access_token as string;

describe('GET /oauth/public-key', () => {
  it('is a JWK Set with the current key’s PEM, alg and kid', async () => {
    const { body, headers } = await publicKey();
    expect(Object.keys(body).sort()).toEqual(['alg', 'keys', 'kid', 'public_key']);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(body.keys).toEqual([
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: body.kid, alg: 'RS256', use: 'sig' },
    ]);
    const fromSet = createPublicKey({ key: body.keys[0], format: 'jwk' });
    expect(fromSet.export({ type: 'spki', format: 'pem' })).toBe(body.public_key);
  });

  it.each([
    [undefined, 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/plain;q=0', 'application/json'],
    ['text/plain', 'text/plain'],
    ['application/x-pem-file', 'application/x-pem-file'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const { headers, text } = await publicKey(accept);
    expect(headers.get('content-type')).toMatch(new RegExp(`^${type}(;|$)`));
    expect(text.startsWith('-----BEGIN PUBLIC KEY-----')).toBe(type !== 'application/json');
    expect(headers.get('vary')).toMatch(/accept/i);
  });

  it.each(['/oauth/public-key', '/.well-known/jwks.json'])(
    '%s has a strong ETag, and 304 for a caller that has it',
    async (path) => {
      const first = await fetchPath(path);
      const etag = first.headers.get('etag')!;
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await fetchPath(path, { 'if-none-match': etag });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('cache-control')).toBe('public, max-age=3600');
      expect((await fetchPath(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  it('has its own ETag for each type', async () => {
    const etags = await Promise.all(
      ['application/json', 'text/plain', 'application/x-pem-file'].map(async (type) =>
        (await publicKey(type)).headers.get('etag'),
      ),
    );
    expect(new Set(etags).size).toBe(3);
  });

  it('signs with RS256 if configured; the tokens are valid here and offline', async () => {
    const text = await issue();
    const { body } = await publicKey();
    expect(decodeProtectedHeader(text)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: body.kid });
    const key = await importSPKI(body.public_key as string, 'RS256');
    expect((await jwtVerify(text, key, { typ: 'at+jwt' })).payload.iss).toBe('https://auth.test');
    expect((await fetchPath('/oauth/validate', bearer(text))).status).toBe(200);
  });
});

describe('keys revoke', () => {
  it('after a rotation: keys older than the revoked one no longer sign, published or not', async () => {
    const rotation = stack.apps[0]!.get(KeyRotation);
    const ring = stack.apps[0]!.get(KeyRing);
    const ago = (seconds: number, kid: string) =>
      stack.db.many(sql`
        update auth.signing_keys set signs_from = now() - make_interval(secs => ${seconds})
         where kid = ${kid}`);
    for (const sinceRotation of [50_000, 3_600]) {
      const old = ring.current().kid;
      const next = await rotation.rotate();
      await ago(sinceRotation + 10_000, old);
      await ago(sinceRotation, next);
      await ring.reload();
      expect(ring.current().kid).toBe(next);
      const signing = await rotation.revoke(next);
      await ring.reload();
      expect([old, next]).not.toContain(signing);
      expect(ring.current().kid).toBe(signing);
      expect(decodeProtectedHeader(await issue()).kid).toBe(signing);
      expect((await fetchPath(`/oauth/public-key?kid=${signing}`)).status).toBe(200);
      expect((await fetchPath(`/oauth/public-key?kid=${next}`)).status).toBe(404);
    }
  });
});

describe('metadata', () => {
  it('is the document of RFC 8414, with further members for OpenID Connect', async () => {
    const [plain, openid] = await Promise.all([
      fetchPath('/.well-known/oauth-authorization-server'),
      fetchPath('/.well-known/openid-configuration'),
    ]);
    expect(openid.body).toEqual({
      ...plain.body,
      userinfo_endpoint: 'https://auth.test/oauth/userinfo',
      end_session_endpoint: 'https://auth.test/oauth/logout',
      id_token_signing_alg_values_supported: ['RS256'], // as SIGNING_ALG is
      claims_supported: expect.arrayContaining(['sub', 'nonce', 'portal_id', 'email_verified']),
      prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
      acr_values_supported: ['1fa', '2fa'],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
    expect(plain.body.scopes_supported.slice(-4)).toEqual(['profile', 'email', 'roles', 'offline_access']);
    expect(Object.keys(plain.body).sort()).toEqual([
      'authorization_endpoint',
      'authorization_response_iss_parameter_supported',
      'code_challenge_methods_supported',
      'grant_types_supported',
      'introspection_endpoint',
      'introspection_endpoint_auth_methods_supported',
      'issuer',
      'jwks_uri',
      'response_modes_supported',
      'response_types_supported',
      'revocation_endpoint',
      'revocation_endpoint_auth_methods_supported',
      'scopes_supported',
      'subject_types_supported',
      'token_endpoint',
      'token_endpoint_auth_methods_supported',
      'ui_locales_supported',
    ]);
    expect(plain.body.response_types_supported).toEqual(['code', 'token']);
  });

  it('names the scopes of the specification', () =>
    expect(scopes.join(' ')).toBe(
      'account.read user.read user.write user.login user.login.me portal.read portal.write lo.read lo.write ' +
        'enrollment.read enrollment.write webhook.read webhook.write app.read app.write group.read group.write ' +
        'audit.read usage.read',
    ));
});
