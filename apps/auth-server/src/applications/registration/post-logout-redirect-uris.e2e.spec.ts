import { sql } from '@app/database';
import { limits } from '@app/limits';
import { C1, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { applicationToken, send, type OAuthAnswer } from '../../../test/requests.js';

const stack = useAuthServers();
const [A, B] = ['https://a.example/bye', 'https://b.example/bye'] as const;
const TOO_MANY = Array.from(
  { length: limits.post_logout_redirect_uris.most + 1 },
  (_, n) => `https://${n}.example/bye`,
);
const json = { 'content-type': 'application/json' };
const field = ({ status, body }: OAuthAnswer) => [status, body.additional_errors?.[0]?.path];

let ops: string;
beforeAll(async () => {
  await stack.register(CONSOLE);
  ops = await applicationToken(stack, OPS);
});
const create = (body: object, accessToken = ops, path = '/client') =>
  send(
    stack,
    'POST',
    path,
    accessToken,
    JSON.stringify({ client_name: 'New', redirect_uri: 'https://a.example/cb', ...body }),
    json,
  );
const change = (clientId: string, body: object) =>
  send(stack, 'PUT', `/client/${clientId}`, ops, JSON.stringify(body), json);
const stored = async (clientId: string) =>
  await stack.db.value<string[]>(sql`
      select post_logout_redirect_uris as uris from auth.clients where client_id = ${clientId}`);

describe('post_logout_redirect_uris', () => {
  it('are registered, in their order, and replaced; an empty list removes them', async () => {
    const { body } = await create({ post_logout_redirect_uris: [B, A] });
    expect(body.post_logout_redirect_uris).toEqual([B, A]);
    const id = body.client_id as string;
    expect((await change(id, { client_name: 'Same' })).body.post_logout_redirect_uris).toEqual([B, A]);
    expect((await change(id, { post_logout_redirect_uris: [A] })).body.post_logout_redirect_uris).toEqual([
      A,
    ]);
    const none = await change(id, { post_logout_redirect_uris: [] });
    expect([none.status, none.body.post_logout_redirect_uris]).toEqual([200, undefined]);
    expect(await stored(id)).toEqual([]);
  });

  it('are registered by POST /applications, and come in forms as a repeated field', async () => {
    const more = { post_logout_redirect_uris: [A] };
    const application = await create(more, await freshToken(stack), '/applications');
    expect(await stored(application.body.client_id)).toEqual([A]);
    const form = `client_name=New&redirect_uri=${A}&post_logout_redirect_uris=${A}&post_logout_redirect_uris=${B}`;
    expect((await send(stack, 'POST', '/client', ops, form)).body.post_logout_redirect_uris).toEqual([A, B]);
  });

  it.each([
    ['an eleventh', TOO_MANY, 'post_logout_redirect_uris'],
    ['one twice', [A, A], 'post_logout_redirect_uris'],
    ['a fragment', [A, `${B}#x`], 'post_logout_redirect_uris.1'],
    ['http on a host that is not in the settings', ['http://a.example/'], 'post_logout_redirect_uris.0'],
    ['a parameter of ours', [`${A}?state=x`], 'post_logout_redirect_uris.0'],
  ])('are refused for %s: 400 that names the field', async (_what, uris, path) => {
    expect(field(await create({ post_logout_redirect_uris: uris }))).toEqual([400, path]);
    expect(field(await change(C1.clientId, { post_logout_redirect_uris: uris }))).toEqual([400, path]);
    const administrator = await freshToken(stack);
    const application = await create({ post_logout_redirect_uris: uris }, administrator, '/applications');
    expect(field(application)).toEqual([400, path]);
  });

  it('send no mail when changed', async () => {
    await stack.db.many(sql`delete from identity.mails`);
    expect((await change(C1.clientId, { post_logout_redirect_uris: [A] })).status).toBe(200);
    expect(await stack.db.many(sql`select 1 from identity.mails`)).toEqual([]);
  });
});
