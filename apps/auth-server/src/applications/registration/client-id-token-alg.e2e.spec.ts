import { sql } from '@app/database';
import { C1, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { signIn, verifyIdToken } from '../../../test/openid.js';
import { applicationToken, send } from '../../../test/requests.js';

const client = { client_name: 'Course Finder', redirect_uri: 'https://partner.example/callback' };

describe('id_token_alg of a client', () => {
  const stack = useAuthServers();
  let operator: string;
  beforeAll(async () => {
    operator = await applicationToken(stack, OPS);
  });

  it('is RS256 by default, otherwise the value in POST and PUT /client', async () => {
    const created = await send(stack, 'POST', '/client', operator, client);
    expect([created.status, created.body.id_token_alg]).toEqual([201, 'RS256']);
    const path = `/client/${created.body.client_id}`;
    const changed = await send(stack, 'PUT', path, operator, { id_token_alg: 'ES256' });
    expect([changed.status, changed.body.id_token_alg]).toEqual([200, 'ES256']);
    const renamed = await send(stack, 'PUT', path, operator, { client_name: 'Other' });
    expect([renamed.body.client_name, renamed.body.id_token_alg]).toEqual(['Other', 'ES256']);
    const other = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: 'ES256' });
    expect(other.body.id_token_alg).toBe('ES256');
  });

  it.each(['HS256', 'none', 'es256'])('refuses %s', async (alg) => {
    const answer = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: alg });
    expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'id_token_alg']);
  });

  it('is taken by POST /applications, too', async () => {
    await stack.register(CONSOLE);
    const form = { ...client, id_token_alg: 'ES256' };
    const created = await send(stack, 'POST', '/applications', await freshToken(stack), form);
    expect(created.status).toBe(201);
    const [row] = await stack.db.many<{ id_token_alg: string }>(sql`
      select id_token_alg from auth.clients where client_id = ${created.body.client_id}`);
    expect(row!.id_token_alg).toBe('ES256');
  });
});

describe('id_token_alg where access tokens are signed with RS256', () => {
  const stack = useAuthServers(1, { SIGNING_ALG: 'RS256' });

  it('cannot be ES256', async () => {
    const operator = await applicationToken(stack, OPS);
    const answer = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: 'ES256' });
    expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'id_token_alg']);
  });

  it('allows the change from ES256 to RS256', async () => {
    const before = { ...C1, clientId: 'before-app', idTokenAlg: 'ES256' as const };
    await stack.register(before);
    const { id_token: text } = await signIn(stack, {}, { client: before });
    const { protectedHeader } = await verifyIdToken(stack, text, before.clientId);
    const [key] = await stack.db.many<{ kid: string }>(sql`select kid from auth.id_token_keys`);
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: key!.kid, typ: 'JWT' });
  });
});
