import { sql } from '@app/database';
import { exportJWK, generateKeyPair } from 'jose';
import { C1, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { applicationToken, send, token, type OAuthAnswer } from '../../../test/requests.js';

const stack = useAuthServers();
const narrowed = async ({ clientId, secret }: { clientId: string; secret: string }, scope: string) =>
  (
    await token(stack, {
      client_id: clientId,
      client_secret: secret,
      grant_type: 'client_credentials',
      scope,
    })
  ).body.access_token as string;
const code = ({ status, body }: OAuthAnswer) => [status, body?.error_code];
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
    const before = await stored();
    const accessToken = await narrowed(C1, 'lo.read');
    expect(code(await regenerate(accessToken))).toEqual(refused);
    expect(code(await change(accessToken, { jwks: JSON.stringify({ keys: [jwk] }) }))).toEqual(refused);
    expect(code(await change(accessToken, { redirect_uri: 'https://evil.example/' }))).toEqual(refused);
    expect(code(await send(stack, 'DELETE', `/client/${C1.clientId}`, accessToken))).toEqual(refused);
    expect([await stored(), await keys()]).toEqual([before, []]);
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
