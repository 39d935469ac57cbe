import { sql } from '@app/database';
import { C1, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { applicationToken, send, token } from '../../../test/requests.js';

const stack = useAuthServers();

describe('POST /client with Idempotency-Key', () => {
  let ops: string;
  beforeAll(async () => {
    ops = await applicationToken(stack, OPS);
  });

  const create = (key: string, name: string) =>
    send(
      stack,
      'POST',
      '/client',
      ops,
      { portal_name: 'a.learning.localhost', redirect_uri: 'https://new.example/cb', client_name: name },
      { 'idempotency-key': key },
    );
  const clients = (name: string) =>
    stack.db.many(sql`
    select client_id from auth.clients where name = ${name}`);

  it('makes one client from fifty parallel identical requests, and returns its secret to all of them', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('at-once', 'Once')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1);
    expect(await clients('Once')).toHaveLength(1);
  });

  it('does not return the secret to callers who may no longer create clients', async () => {
    const first = await create('special', 'Special');
    const special = (isSpecial: boolean) =>
      stack.db.many(sql`update auth.clients set is_special = ${isSpecial} where client_id = ${OPS.clientId}`);
    await special(false);
    try {
      const refused = await create('special', 'Special');
      expect([refused.status, refused.body.error_code]).toEqual([403, 'special_permission_required']);
    } finally {
      await special(true);
    }
    expect((await create('special', 'Special')).body).toEqual(first.body);
  });

  it('answers 409 to the same key with another body, and stores the secret nowhere in plain text', async () => {
    const first = await create('kept', 'Kept');
    const other = await create('kept', 'Other');
    expect([other.status, other.body.error_code]).toEqual([409, 'idempotency_key_reused']);
    expect(await clients('Other')).toEqual([]);
    const [storedKeys] = await stack.db.many<{ text: string }>(sql`
      select string_agg(k::text, ' ') as text from maintenance.idempotency_keys k`);
    expect(storedKeys!.text).not.toContain(first.body.client_secret);
    expect(storedKeys!.text).not.toContain(Buffer.from(first.body.client_secret as string).toString('hex'));
  });
});

describe('POST /client/{clientId}/regenerate-secret with Idempotency-Key', () => {
  const ownClient = { ...C1, clientId: 'repeating-app', secret: 'repeating-secret-0123456789' };
  const regenerate = (accessToken: string) =>
    send(
      stack,
      'POST',
      `/client/${ownClient.clientId}/regenerate-secret`,
      accessToken,
      {},
      { 'idempotency-key': 'again' },
    );

  it('shows the secret again to a token with all rights of the first, and to no narrower one', async () => {
    await stack.register(ownClient);
    const ownCredentials = { client_id: ownClient.clientId, client_secret: ownClient.secret };
    const narrow = (
      await token(stack, { ...ownCredentials, grant_type: 'client_credentials', scope: 'lo.read' })
    ).body;
    const [one, other] = [await applicationToken(stack, ownClient), await applicationToken(stack, ownClient)];
    const first = await regenerate(one);
    expect(first.status).toBe(200);
    const refused = await regenerate(narrow.access_token);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'insufficient_scope']);
    expect(refused.text).not.toContain(first.body.client_secret);
    const again = await regenerate(other);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });
});
