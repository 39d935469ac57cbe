import { KeyRotation } from '@app/signing-keys';
import { KeyRing } from '../../src/oauth/signing-keys/index.js';
import { C1, C2, OPS, useAuthServers } from '../auth-stack.js';
import { applicationToken, bearer, get, send, token, isAlive, passwordTokens } from '../requests.js';
import { authorizeAddress, TestBrowser } from '../test-browser.js';

const stack = useAuthServers(2);

describe('J. /client, keys, metadata', () => {
  it('J01 list and create without the flag or scope: 403', async () => {
    const bound = await applicationToken(stack, C1);
    expect((await send(stack, 'GET', '/client', bound)).status).toBe(403);
    const form = { redirect_uri: 'https://x.example/', client_name: 'X' };
    expect((await send(stack, 'POST', '/client', bound, form)).status).toBe(403);
    await stack.register({ ...OPS, clientId: 'plain-app', isSpecial: false });
    const plain = await applicationToken(stack, { clientId: 'plain-app', secret: OPS.secret });
    expect((await send(stack, 'GET', '/client', plain)).body.error_code).toBe('special_permission_required');
    expect((await send(stack, 'POST', '/client', plain, form)).status).toBe(403);
    // flagged, but the token was requested with fewer scopes
    const narrow = { grant_type: 'client_credentials', client_id: OPS.clientId, client_secret: OPS.secret };
    const reader = (await token(stack, { ...narrow, scope: 'app.read' })).body.access_token as string;
    expect((await send(stack, 'GET', '/client', reader)).status).toBe(200);
    expect((await send(stack, 'POST', '/client', reader, form)).body.error_code).toBe('insufficient_scope');
    const nothing = (await token(stack, { ...narrow, scope: 'lo.read' })).body.access_token as string;
    expect((await send(stack, 'GET', '/client', nothing)).body.error_code).toBe('insufficient_scope');
  });

  it("J01 another portal's client: 404", async () => {
    await stack.register({ ...C2, clientId: 'b-app', portalId: 2 });
    const bound = await applicationToken(stack, C1);
    expect((await send(stack, 'PUT', '/client/b-app', bound, { client_name: 'Mine' })).status).toBe(404);
    expect((await send(stack, 'DELETE', '/client/b-app', bound)).status).toBe(404);
    expect((await send(stack, 'POST', '/client/b-app/regenerate-secret', bound)).status).toBe(404);
  });

  it('J01 regenerate with a person’s token: 403', async () => {
    const person = (await passwordTokens(stack)).access_token;
    const path = `/client/${C1.clientId}/regenerate-secret`;
    expect((await send(stack, 'POST', path, person)).status).toBe(403);
  });

  it.each<[string, Record<string, string>]>([
    ['status', { status: '2' }],
    ['status', { status: 'x' }],
    ['redirect_uri', { redirect_uri: '/cb' }],
    ['redirect_uri', { redirect_uri: 'http://vendor.example/' }],
    ['redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ['redirect_uri', { redirect_uri: 'https://vendor.example/#x' }],
    ['redirect_uri', { redirect_uri: 'https://u@vendor.example/' }],
    ['redirect_uri', { redirect_uri: 'https://vendor.example/?code=1' }],
    ['client_name', { client_name: 'a\u202eb' }],
    ['client_name', { client_name: '' }],
  ])('J01 bad %s: 400 naming it (%j)', async (field, form) => {
    const answer = await send(
      stack,
      'PUT',
      `/client/${C1.clientId}`,
      await applicationToken(stack, C1),
      form,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.additional_errors[0].path).toBe(field);
  });

  it.each(['<script>alert(1)</script>', '"><img onerror=alert(1) src=x>'])(
    'J02 the name %s is displayed escaped',
    async (name) => {
      const ops = await applicationToken(stack, OPS);
      const form = { redirect_uri: 'https://named.example/', client_name: name };
      const { client_id: clientId } = (await send(stack, 'POST', '/client', ops, form)).body as {
        client_id: string;
      };
      const browser = await TestBrowser.open(
        stack,
        authorizeAddress({ client_id: clientId, redirect_uri: 'https://named.example/', redirect: 'false' }),
      );
      const consent = await browser.login();
      const credentials = await browser.allow();
      for (const page of [consent, credentials]) {
        expect(page.text).not.toContain(name);
        expect(page.text).toMatch(/&lt;|&quot;/);
        expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
      }
    },
  );

  it('J03 metadata and iss come from the configuration only', async () => {
    const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    for (const path of ['oauth-authorization-server', 'openid-configuration']) {
      const { body } = await get(`${stack.url}/.well-known/${path}`, forged);
      expect(body.issuer).toBe('https://auth.test');
      expect(JSON.stringify(body)).not.toContain('evil');
    }
  });

  it('ends a revoked key and every token it signed, and signs with another immediately', async () => {
    const rotation = stack.apps[0]!.get(KeyRotation);
    const before = (await token(stack, { grant_type: 'client_credentials' })).body.access_token as string;
    const { kid } = JSON.parse(Buffer.from(before.split('.')[0]!, 'base64url').toString()) as { kid: string };
    expect(await rotation.revoke(kid)).toBeTruthy();
    await Promise.all(stack.apps.map((app) => app.get(KeyRing).reload()));
    for (const url of stack.urls) {
      for (
        let tries = 0;
        (await get(`${url}/oauth/validate`, bearer(before))).status === 200 && tries < 20;
        tries += 1
      ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect((await get(`${url}/oauth/validate`, bearer(before))).status).toBe(401);
    }
    const after = (await token(stack, { grant_type: 'client_credentials' })).body.access_token as string;
    expect(await isAlive(stack, after)).toBe(true);
    expect((await get(`${stack.url}/oauth/public-key?kid=${kid}`)).status).toBe(404);
  });
});
