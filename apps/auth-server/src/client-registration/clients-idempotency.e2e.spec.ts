import { OPS, rows, useAuthServers } from '../../test/auth-stack.js';
import { applicationToken, send } from '../../test/requests.js';

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
  const clients = (name: string) => rows(stack, 'select client_id from auth.clients where name = $1', [name]);

  it('makes one client from fifty parallel identical requests, and returns its secret to all of them', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('at-once', 'Once')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1);
    expect(await clients('Once')).toHaveLength(1);
  });

  it('answers 409 to the same key with another body, and stores the secret nowhere in plain text', async () => {
    const first = await create('kept', 'Kept');
    const other = await create('kept', 'Other');
    expect([other.status, other.body.error_code]).toEqual([409, 'idempotency_key_reused']);
    expect(await clients('Other')).toEqual([]);
    const [kept] = await rows<{ text: string }>(
      stack,
      `select string_agg(k::text, ' ') as text from maintenance.idempotency_keys k`,
    );
    expect(kept!.text).not.toContain(first.body.client_secret);
    expect(kept!.text).not.toContain(Buffer.from(first.body.client_secret as string).toString('hex'));
  });
});
