import { sql } from '@app/database';
import { exportJWK, generateKeyPair } from 'jose';
import { assertion, registerKey } from '../../../test/assertions.js';
import { C1, C2, useAuthServers, OPS } from '../../../test/auth-stack.js';
import { expectRefusal, send, token, validate, applicationToken, code } from '../../../test/requests.js';

const stack = useAuthServers();

const findServiceAccount = async (clientId: string): Promise<number> =>
  await stack.db.value<number>(sql`
    select id from identity.accounts where client_id = ${clientId}`);

describe('a service account', () => {
  it('belongs to a client only: a person with its address cannot use it', async () => {
    // stored before the address was reserved for applications
    await stack.db.many(sql`alter table identity.persons drop constraint persons_email_domain`);
    await stack.db.many(sql`update identity.persons set email = 'mallory@clients.invalid' where id = 1`);
    const form = { grant_type: 'password', username: 'mallory@clients.invalid', password: 'Demo-pass-1234' };
    await stack.register({ ...C2, clientId: 'vendor-app' });
    const vendor = {
      client_id: 'vendor-app',
      client_secret: C2.secret,
      portal_name: 'a.learning.localhost',
    };
    const person = (await token(stack, { ...form, ...vendor })).body.access_token as string;
    expect((await validate(stack, person)).body.user.email).toContain('@clients');
    const change = { redirect_uri: 'https://evil.example/' };
    expect((await send(stack, 'PUT', '/client/vendor-app', person, change)).status).toBe(404);
    expect((await send(stack, 'DELETE', '/client/vendor-app', person)).status).toBe(404);
    const regenerated = await send(stack, 'POST', '/client/vendor-app/regenerate-secret', person);
    expect(code(regenerated)).toEqual([403, 'application_token_required']);
  });

  it('changes and deletes its own client without a scope', async () => {
    await stack.register({ ...C1, clientId: 'self-app', scopes: ['lo.read'] });
    const form = { grant_type: 'client_credentials', client_id: 'self-app' };
    const ownToken = (await token(stack, form)).body.access_token as string;
    expect(
      (await send(stack, 'PUT', '/client/self-app', ownToken, { client_name: 'Self' })).body.client_name,
    ).toBe('Self');
    expect((await send(stack, 'POST', '/client/self-app/regenerate-secret', ownToken)).status).toBe(200);
    expect((await send(stack, 'DELETE', '/client/self-app', ownToken)).status).toBe(204);
  });

  beforeAll(() => stack.register({ ...C1, clientId: 'other-app', name: 'Other' }));

  it.each([
    ['its own', C1.clientId],
    ['another client’s', 'other-app'],
  ])('cannot be the subject of an assertion: %s', async (_, clientId) => {
    const key = await registerKey(stack, C1.clientId);
    const sub = String(await findServiceAccount(clientId));
    const jwt = await assertion(stack, key, C1.clientId, { sub });
    expectRefusal(await token(stack, { grant_type: 'service_jwt', jwt }), 400, 'invalid_grant');
  });

  it('is issued tokens only through its own client', async () => {
    const [issued] = await stack.db.many<{ count: number }>(sql`
      select count(*)::int from auth.issue_access_token(1, ${C2.clientId},
        ${await findServiceAccount(C1.clientId)}, current_date, 'j', 's', now())`);
    expect(issued!.count).toBe(0);
  });
});

describe('service_jwt', () => {
  it.each(['a\0@b.c', '\ud800@a.example', '0', '-103', '99999999999'])(
    'answers invalid_grant to the sub %j',
    async (sub) => {
      const key = await registerKey(stack, C1.clientId);
      const jwt = await assertion(stack, key, C1.clientId, { sub });
      expectRefusal(await token(stack, { grant_type: 'service_jwt', jwt }), 400, 'invalid_grant');
    },
  );
});

describe('tokens with some of the scopes of a client', () => {
  const narrowed = async ({ clientId, secret }: { clientId: string; secret: string }, scope: string) =>
    (
      await token(stack, {
        client_id: clientId,
        client_secret: secret,
        grant_type: 'client_credentials',
        scope,
      })
    ).body.access_token as string;
  const refused = [403, 'insufficient_scope'];
  const change = (accessToken: string, form: Record<string, string>, id = C1.clientId) =>
    send(stack, 'PUT', `/client/${id}`, accessToken, form);
  const regenerate = (accessToken: string, id = C1.clientId) =>
    send(stack, 'POST', `/client/${id}/regenerate-secret`, accessToken, { grace_seconds: '600' });
  const stored = () =>
    stack.db.many(sql`
      select secret_hash, redirect_uri, name from auth.clients where client_id = ${C1.clientId}`);
  const keys = () => stack.db.many(sql`select kid from auth.client_keys`);

  describe('a client that acts on itself', () => {
    it('cannot change its secret, keys or redirect_uri, or delete itself, with a narrowed token', async () => {
      const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey);
      const before = [await stored(), await keys()];
      const accessToken = await narrowed(C1, 'lo.read');
      expect(code(await regenerate(accessToken))).toEqual(refused);
      expect(code(await change(accessToken, { jwks: JSON.stringify({ keys: [jwk] }) }))).toEqual(refused);
      expect(code(await change(accessToken, { redirect_uri: 'https://evil.example/' }))).toEqual(refused);
      expect(code(await send(stack, 'DELETE', `/client/${C1.clientId}`, accessToken))).toEqual(refused);
      expect([await stored(), await keys()]).toEqual(before);
    });

    it('can with a token of all its scopes', async () => {
      const accessToken = await applicationToken(stack, C1);
      expect((await change(accessToken, { client_name: 'Renamed' })).status).toBe(200);
      expect((await regenerate(accessToken)).status).toBe(200);
    });

    it('needs more than app.write', async () => {
      const accessToken = await narrowed(OPS, 'app.write');
      expect(code(await regenerate(accessToken, OPS.clientId))).toEqual(refused);
      expect(code(await change(accessToken, { client_name: 'Mine' }, OPS.clientId))).toEqual(refused);
    });
  });

  describe('a special application that acts on others', () => {
    it('needs app.write, for a new secret too', async () => {
      const before = await stored();
      const reading = await narrowed(OPS, 'app.read');
      expect(code(await regenerate(reading))).toEqual(refused);
      expect(code(await change(reading, { client_name: 'Mine' }))).toEqual(refused);
      expect(await stored()).toEqual(before);
      const writing = await narrowed(OPS, 'app.write');
      expect((await change(writing, { client_name: 'Theirs' })).status).toBe(200);
      expect((await regenerate(writing)).status).toBe(200);
    });
  });
});
