import { defaultScopes } from '@app/contracts';
import { defaultGrants } from '@app/clients';
import { sql } from '@app/database';
import { exportJWK, generateKeyPair } from 'jose';
import { randomUUID } from 'node:crypto';
import { assertion } from '../../../test/assertions.js';
import { accounts, C1, C2, OPS, P1, password, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import {
  readAnswer,
  applicationToken,
  bearer,
  expectDead,
  expectRefusal,
  get,
  send,
  token,
  grantIn,
  field,
} from '../../../test/requests.js';

const stack = useAuthServers(1, { HTTP_REDIRECT_HOSTS: 'intranet.example' });

/** A person's token in portal A with every scope, through the client with special permissions. */
const requestPersonToken = async (
  username: string,
  { client = OPS.clientId, scope, portal = 'a' }: { client?: string; scope?: string; portal?: string } = {},
): Promise<string> => {
  const form = { client_id: client, client_secret: OPS.secret, scope };
  return (await grantIn(stack, `${portal}.learning.localhost`, username, form)).body.access_token;
};

let ops: string;
beforeAll(async () => {
  ops = await applicationToken(stack, OPS);
});
const create = async (form: Record<string, string> = {}, accessToken = ops) =>
  send(stack, 'POST', '/client', accessToken, {
    redirect_uri: 'https://new.example/',
    client_name: 'New',
    ...form,
  });

describe('/client: requests', () => {
  it('answers 401 in the envelope: a plain challenge without a token, invalid_token to a bad one', async () => {
    for (const [headers, challenge] of [
      [{}, 'Bearer'],
      [bearer('x'), 'Bearer error="invalid_token"'],
    ] as const) {
      const answer = await get(`${stack.url}/client`, headers);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
      expect(answer.body).toMatchObject({ code: 401, message: 'Invalid token' });
    }
  });

  it.each(['%00', 'a%00b', 'a%20b', 'nobody', 'x'.repeat(101)])('answers 404 to a client %s', async (id) => {
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/regenerate-secret'],
    ] as const) {
      expect((await send(stack, method, `/client/${id}${path}`, ops)).status).toBe(404);
    }
  });

  it.each(['a\0', 'nowhere.example', ''])('answers 400 to the portal_name %j, naming it', async (name) => {
    const query = `?portal_name=${encodeURIComponent(name)}`;
    if (name)
      expect(field(await get(`${stack.url}/client${query}`, bearer(ops)))).toEqual([400, 'portal_name']);
    expect(field(await create({ portal_name: name }))).toEqual([400, 'portal_name']);
  });

  it.each([
    ['limit=51', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=10000&limit=1', 'offset'],
  ])('answers 400 to ?%s, naming it', async (query, name) => {
    expect(field(await get(`${stack.url}/client?${query}`, bearer(ops)))).toEqual([400, name]);
  });

  it('accepts JSON and multipart bodies, in which an empty string is a value', async () => {
    const json = { 'content-type': 'application/json' };
    const body = { redirect_uri: 'https://json.example/', client_name: 'JSON' };
    const createdBody = await send(stack, 'POST', '/client', ops, JSON.stringify(body), json);
    expect(createdBody.status).toBe(201);
    const path = `/client/${createdBody.body.client_id}`;
    for (const name of ['status', 'redirect_uri', 'client_name']) {
      const answer = await send(stack, 'PUT', path, ops, JSON.stringify({ [name]: '' }), json);
      expect(field(answer)).toEqual([400, name]);
    }
    const multipart = new FormData();
    multipart.set('client_name', 'Multipart');
    const changed = await fetch(`${stack.url}${path}`, {
      method: 'PUT',
      headers: bearer(ops),
      body: multipart,
    });
    expect((await readAnswer(changed)).body.client_name).toBe('Multipart');
  });

  it('accepts http redirect_uris on the hosts in the settings, in POST and PUT', async () => {
    const created = await create({ redirect_uri: 'http://intranet.example/cb' });
    expect(created.status).toBe(201);
    const change = (uri: string) =>
      send(stack, 'PUT', `/client/${created.body.client_id}`, ops, { redirect_uri: uri });
    expect((await change('http://intranet.example/other')).status).toBe(200);
    expect(field(await change('http://elsewhere.example/cb'))).toEqual([400, 'redirect_uri']);
    expect(field(await create({ redirect_uri: 'http://elsewhere.example/' }))).toEqual([400, 'redirect_uri']);
  });

  it.each(['-1', '86401', 'x', '1.5'])('answers 400 to grace_seconds=%s', async (grace) => {
    const path = `/client/${OPS.clientId}/regenerate-secret`;
    expect(field(await send(stack, 'POST', path, ops, { grace_seconds: grace }))).toEqual([
      400,
      'grace_seconds',
    ]);
  });

  it('answers 400 to regenerating the secret of a client without one', async () => {
    const answer = await send(stack, 'POST', `/client/${P1.clientId}/regenerate-secret`, ops);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'client_without_secret']);
  });
});

describe('GET /client', () => {
  it('pages in a total order, ten at a time', async () => {
    const ids: string[] = [];
    const time = new Date('2026-01-01');
    for (let index = 0; index < 12; index += 1) {
      const clientId = `page-${String(index).padStart(2, '0')}`;
      await stack.register({ ...C2, clientId, owner: { clientId: 'pager' } });
      ids.push(clientId);
    }
    await stack.db.many(sql`update auth.clients set created_time = ${time} where owner_client_id = 'pager'`);
    await stack.register({ ...OPS, clientId: 'pager' });
    const pager = await applicationToken(stack, { clientId: 'pager', secret: OPS.secret });
    const list = async (query: string) => (await get(`${stack.url}/client${query}`, bearer(pager))).body;
    const listIds = (body: { hits: { client_id: string }[] }) => body.hits.map((hit) => hit.client_id);
    expect(listIds(await list(''))).toEqual(ids.slice(0, 10));
    expect(listIds(await list('?offset=10'))).toEqual(ids.slice(10));
    expect(await list('?limit=0')).toEqual({ total: 12, hits: [] });
    expect((await list('?limit=50')).hits).toHaveLength(12);
  });

  it('shows a person’s own unbound clients to that person only', async () => {
    const ada = await requestPersonToken('admin@a.example');
    const { client_id: id } = (await create({ client_name: 'Ada’s' }, ada)).body as { client_id: string };
    const [row] = await stack.db.many(sql`select owner_account_id from auth.clients where client_id = ${id}`);
    expect(row).toEqual({ owner_account_id: accounts.adminA });
    const idsFor = async (accessToken: string) =>
      (await get(`${stack.url}/client?limit=50`, bearer(accessToken))).body.hits.map(
        (hit: { client_id: string }) => hit.client_id,
      ) as string[];
    expect(await idsFor(ada)).toEqual([id]);
    expect(await idsFor(await requestPersonToken('multi@a.example'))).toEqual([]);
    expect(await idsFor(ops)).not.toContain(id);
  });
});

describe('POST /client', () => {
  it('assigns the five grants, never implicit, and every scope that is not reserved for the operator (contract 3.33)', async () => {
    const { client_id: id } = (await create()).body as { client_id: string };
    const [row] = await stack.db.many(sql`select grants, scopes from auth.clients where client_id = ${id}`);
    expect(row).toEqual({ grants: [...defaultGrants], scopes: [...defaultScopes] });
    expect(defaultGrants).not.toContain('implicit');
    expect(defaultScopes.filter((scope) => /^(app|audit|user\.login)/.test(scope))).toEqual([]);
  });

  it('accepts public keys; service_jwt works with them and not before', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const kid = randomUUID();
    const jwk = { ...(await exportJWK(publicKey)), kid };
    const jwks = (...keys: object[]) => JSON.stringify({ keys });
    for (const bad of [
      'no JSON',
      '{}',
      jwks({ ...(await exportJWK(privateKey)), kid }),
      jwks(jwk, jwk),
      jwks({ kty: 'oct', k: 'c2VjcmV0' }),
      `${jwks(jwk)}\0`,
    ]) {
      expect(field(await create({ jwks: bad }))).toEqual([400, 'jwks']);
    }
    const createdClient = (await create({ portal_name: 'a.learning.localhost' })).body as Record<
      string,
      string
    >;
    const clientId = createdClient['client_id']!;
    const requestToken = async () =>
      token(stack, {
        grant_type: 'service_jwt',
        client_id: clientId,
        client_secret: createdClient['client_secret']!,
        jwt: await assertion(stack, { kid, alg: 'ES256', jwk, privateKey }, clientId),
      });
    expectRefusal(await requestToken(), 400, 'invalid_grant');
    expect((await send(stack, 'PUT', `/client/${clientId}`, ops, { jwks: jwks(jwk) })).status).toBe(200);
    expect((await requestToken()).status).toBe(200);
  });

  it('accepts public keys as an object in JSON, and an empty set, which removes them', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { body } = await create({ portal_name: 'a.learning.localhost' });
    const { client_id: clientId } = body as { client_id: string };
    const put = (jwks: unknown) =>
      fetch(`${stack.url}/client/${clientId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${ops}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jwks }),
      });
    const keys = () => stack.db.many(sql`select alg from auth.client_keys where client_id = ${clientId}`);
    expect((await put({ keys: [await exportJWK(publicKey)] })).status).toBe(200);
    expect(await keys()).toEqual([{ alg: 'ES256' }]);
    expect((await put({ keys: 'x' })).status).toBe(400);
    expect((await put(null)).status).toBe(200); // absent: nothing changes
    expect(await keys()).toHaveLength(1);
    expect((await put({ keys: [] })).status).toBe(200);
    expect(await keys()).toEqual([]);
  });
});

describe('PUT and DELETE /client', () => {
  const rename = (id: string, accessToken: string) =>
    send(stack, 'PUT', `/client/${id}`, accessToken, { client_name: 'Renamed' });

  it('require the person or application that owns the client, with app.write', async () => {
    await stack.register({ ...C2, clientId: 'adas', owner: { accountId: accounts.adminA } });
    await stack.register({ ...OPS, clientId: 'owner-app', isSpecial: false });
    await stack.register({ ...C2, clientId: 'apps', owner: { clientId: 'owner-app' } });
    await stack.register({ ...OPS, clientId: 'plain-app', isSpecial: false });
    const requestToken = (username: string, scope?: string) =>
      requestPersonToken(username, { client: 'plain-app', ...(scope ? { scope } : {}) });
    const narrow = await rename('adas', await requestToken('admin@a.example', 'lo.read'));
    expect([narrow.status, narrow.body.error_code]).toEqual([403, 'insufficient_scope']);
    expect((await rename('adas', await requestToken('multi@a.example'))).status).toBe(404);
    expect((await rename('adas', await requestToken('admin@a.example'))).status).toBe(200);
    const owner = await applicationToken(stack, { clientId: 'owner-app', secret: OPS.secret });
    expect((await rename('adas', owner)).status).toBe(404);
    expect((await rename('apps', owner)).status).toBe(200);
    expect((await send(stack, 'DELETE', '/client/apps', owner)).status).toBe(204);
    expect((await send(stack, 'DELETE', '/client/adas', await requestToken('admin@a.example'))).status).toBe(
      204,
    );
  });

  it('require an administrator of the portal it is bound to, with app.write', async () => {
    await stack.register({ ...OPS, clientId: 'tool-app', isSpecial: false });
    await stack.register({ ...C1, clientId: 'bound-app' });
    const requestToken = (options: { portal?: string; scope?: string } = {}) =>
      requestPersonToken('multi@a.example', { client: 'tool-app', ...options });
    expect((await rename('bound-app', await requestToken({ portal: 'b' }))).status).toBe(404);
    expect((await rename('bound-app', await requestToken({ scope: 'lo.read' }))).status).toBe(403);
    const administrator = await requestToken();
    expect((await rename('bound-app', administrator)).status).toBe(200);
    expect((await send(stack, 'DELETE', '/client/bound-app', administrator)).status).toBe(204);
  });

  it('are refused to its creator once they are no longer an administrator of the portal', async () => {
    await stack.register(CONSOLE);
    await stack.register({ ...C1, clientId: 'made-app', owner: { accountId: accounts.adminA } });
    const setRole = (role: string) =>
      stack.db.many(sql`update identity.accounts set roles = array[${role}] where id = ${accounts.adminA}`);
    await setRole('Learner');
    try {
      const learner = await freshToken(stack);
      expect((await rename('made-app', learner)).status).toBe(404);
      expect((await send(stack, 'DELETE', '/client/made-app', learner)).status).toBe(404);
    } finally {
      await setRole('Administrator');
    }
    const administrator = await freshToken(stack);
    expect((await rename('made-app', administrator)).status).toBe(200);
  });

  it.each(['status 0', 'DELETE'])('%s ends refresh tokens for good, not just access tokens', async (way) => {
    const clientId = `dying-${way.length}`;
    await stack.register({ ...C1, clientId });
    const as = { client_id: clientId };
    const { body } = await token(stack, {
      grant_type: 'password',
      username: 'admin@a.example',
      password,
      ...as,
    });
    if (way === 'DELETE') {
      expect((await send(stack, 'DELETE', `/client/${clientId}`, ops)).status).toBe(204);
      await stack.register({ ...C1, clientId });
    } else {
      for (const status of ['0', '1']) await send(stack, 'PUT', `/client/${clientId}`, ops, { status });
    }
    await expectDead(stack, body.access_token as string);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expectRefusal(await token(stack, { ...refresh, ...as }), 400, 'invalid_grant');
    expect((await token(stack, { grant_type: 'client_credentials', ...as })).status).toBe(200);
  });
});
