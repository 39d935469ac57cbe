import { eventTypes, webhookFlags } from '@app/contracts';
import { Database, sql } from '@app/database';
import { readWebhooks } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

interface Operation {
  requestBody: { content: Record<string, { example: { data: object }; schema: { $ref: string } }> };
}

const api = useResourceApi();
const url = 'https://partner.example/hook';
let admin: TestAccount;

beforeEach(async () => {
  admin = await api.administrator();
});

const create = (json: object = { url }, actor = admin) => actor.post('/v2/webhooks', json);

describe('POST /v2/webhooks', () => {
  it('creates a webhook with every event off, and shows the generated secret only this once', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      url,
      enabled: true,
      ...Object.fromEntries(webhookFlags.map((flag) => [flag, false])),
      state: 'open',
      secret_key_set: true,
      secret_key: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      insecure: false,
      last_success_time: null,
      last_test_success_time: null,
      failing_since: null,
      failures_in_row: 0,
      next_try_time: null,
      waiting_count: 0,
      oldest_waiting_time: null,
      created_time: expect.stringMatching(/\+00:00$/),
      updated_time: expect.any(String),
    });
    const shown = await admin.get(`/v2/webhooks/${body.id}`);
    const { secret_key: _, ...rest } = body;
    expect(shown.body).toEqual(rest);
  });

  it('warns if no event flag is true', async () => {
    const warning = '299 - "The webhook gets no events, because no event flag is true"';
    expect((await create()).headers['warning']).toBe(warning);
    expect((await create({ url, user_create: 'false' })).headers['warning']).toBe(warning);
    expect((await create({ url, user_create: 1 })).headers['warning']).toBeUndefined();
  });

  it('accepts flags in every spelling of a boolean, and warns that http is insecure', async () => {
    const { body } = await create({
      url: 'http://partner.example/',
      user_create: 'True',
      lo_update: 1,
      enabled: '0',
    });
    expect(body).toMatchObject({ user_create: true, lo_update: true, lo_create: false, enabled: false });
    expect(body).toMatchObject({ state: 'disabled', insecure: true });
  });

  it('accepts a secret of 8 to 64 printable ASCII characters and does not repeat it', async () => {
    const { body } = await create({ url, secret_key: 'a secret of mine' });
    expect(body).toMatchObject({ secret_key_set: true });
    expect(body).not.toHaveProperty('secret_key');
    const { secret } = await api.db.one(sql`select secret from learning.webhooks where id = ${body.id}`);
    expect(secret.toString('latin1')).not.toContain('a secret');
    for (const secret_key of ['short12', 'x'.repeat(65), 'zażółć gęślą', 'tab\tin it', 12345678]) {
      const refused = await create({ url, secret_key });
      expect([refused.status, refused.body.additional_errors?.[0]?.path]).toEqual([400, 'secret_key']);
    }
  });

  it('sends unsigned when secret_key is empty', async () => {
    const { status, body } = await create({ url, secret_key: '' });
    expect([status, body.secret_key_set]).toEqual([201, false]);
  });

  it('stores the normalized address', async () => {
    expect((await create({ url: 'HTTPS://PARTNER.example:443/a/../b' })).body.url).toBe(
      'https://partner.example/b',
    );
  });

  it('refuses addresses that are not on the public internet, and its own', async () => {
    for (const bad of [
      undefined,
      'no url',
      'ftp://partner.example/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://167772161/',
      'http://db.internal/',
      'https://acme.learning.localhost/',
      'https://api.example/v2/users',
      'https://user:pass@partner.example/',
    ]) {
      const { status, body } = await create({ url: bad });
      expect([bad, status, body.additional_errors?.[0]?.path]).toEqual([bad, 400, 'url']);
    }
    expect(
      await api.db.many(sql`select 1 from learning.webhooks where portal_id = ${admin.portal.id}`),
    ).toEqual([]);
  });

  it.each(['enabled', ...webhookFlags])(
    'accepts the boolean %s, changes it, and refuses anything else',
    async (flag) => {
      const { body } = await create({ url, [flag]: flag !== 'enabled' });
      expect(body[flag]).toBe(flag !== 'enabled');
      const patch = (value: unknown) => admin.patch(`/v2/webhooks/${body.id}`, { [flag]: value });
      expect((await patch(flag === 'enabled')).body[flag]).toBe(flag === 'enabled');
      for (const refused of [await create({ url, [flag]: 'maybe' }), await patch('maybe'), await patch([])])
        expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, flag]);
    },
  );
});

describe('GET /v2/webhooks', () => {
  it('lists the webhooks of the portal like their details, oldest first, without secrets', async () => {
    const created = [(await create()).body, (await create({ url: `${url}/2`, enabled: false })).body];
    const { status, body } = await admin.get('/v2/webhooks');
    const shown = created.map(({ secret_key: _, ...rest }) => rest);
    expect([status, body]).toEqual([200, { total: 2, hits: shown }]);
    const detail = await admin.get(`/v2/webhooks/${created[1].id}`);
    expect(detail.body).toEqual(shown[1]);
  });
});

describe('GET /v2/webhooks/{webhook-id}', () => {
  it('returns the number of waiting deliveries, counted to 10,000, and since when', async () => {
    const { id } = (await create()).body;
    const other = (await create()).body;
    const wait = (count: number, minutes: number) =>
      api.db.many(sql`
        insert into learning.webhook_deliveries
          (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, created_time, state)
        select current_date, ${id}, n + ${minutes} * 100000, n, 'user.update', 'user:' || n, now(),
               timestamptz '2026-11-01T12:00:00Z' + ${minutes} * interval '1 minute', n % 2
          from generate_series(1, ${count}::int * 2) n`);
    const shown = async (webhook = id) => {
      const { body } = await admin.get(`/v2/webhooks/${webhook}`);
      return [body.waiting_count, body.oldest_waiting_time];
    };
    await wait(3, 5);
    expect(await shown()).toEqual([3, '2026-11-01T12:05:00+00:00']);
    await wait(9_999, 6);
    expect(await shown()).toEqual([10_000, '2026-11-01T12:05:00+00:00']);
    expect(await shown(other.id)).toEqual([0, null]);
    const list = await admin.get('/v2/webhooks');
    expect(list.body.hits.map((hit: { waiting_count: number }) => hit.waiting_count)).toEqual([10_000, 0]);
    const path = `/v2/webhooks/${id}`;
    const disabled = await admin.patch(path, { enabled: false });
    expect(disabled.body).toMatchObject({ waiting_count: 0, oldest_waiting_time: null });
    expect(await shown()).toEqual([0, null]);
  });

  it('returns when its receiver last accepted a test, which is no success of the webhook', async () => {
    const { id } = (await create()).body;
    const other = (await create()).body;
    const insertTest = (state: number, minute: number) =>
      api.db.many(sql`
        insert into learning.webhook_test_deliveries (webhook_id, after_seq, data, state, delivered_time)
        values (${id}, 0, '{}', ${state}, timestamptz '2026-11-01T12:00:00Z' + ${state === 1 ? minute : null}
               * interval '1 minute')`);
    const shown = async () => {
      const { body } = await admin.get('/v2/webhooks');
      return body.hits.map(
        (one: { id: number; last_success_time: unknown; last_test_success_time: unknown }) => [
          one.id,
          one.last_success_time,
          one.last_test_success_time,
        ],
      );
    };
    await insertTest(0, 1);
    await insertTest(2, 2);
    expect(await shown()).toEqual([
      [id, null, null],
      [other.id, null, null],
    ]);
    await insertTest(1, 3);
    await insertTest(1, 4);
    await insertTest(2, 5);
    expect(await shown()).toEqual([
      [id, null, '2026-11-01T12:04:00+00:00'],
      [other.id, null, null],
    ]);
  });
});

describe('PATCH /v2/webhooks/{webhook-id}', () => {
  it('changes only sent fields', async () => {
    const { body: before } = await create({ url, lo_create: true, user_delete: true });
    const { status, body } = await admin.patch(`/v2/webhooks/${before.id}`, {
      lo_create: false,
      enrollment_delete: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url,
      lo_create: false,
      enrollment_delete: true,
      user_delete: true,
      enabled: true,
    });
    const other = await admin.patch(`/v2/webhooks/${before.id}`, { url: `${url}/2` });
    expect(other.body).toMatchObject({ url: `${url}/2`, enrollment_delete: true });
  });

  it('refuses a bad URL and keeps the old one', async () => {
    const { body: before } = await create();
    const refused = await admin.patch(`/v2/webhooks/${before.id}`, {
      url: 'http://127.0.0.9/',
      lo_create: true,
    });
    expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'url']);
    const { body } = await admin.get(`/v2/webhooks/${before.id}`);
    expect(body).toMatchObject({ url, lo_create: false });
  });

  it('disables, and enables again with a probe', async () => {
    const { body: before } = await create();
    const patch = (json: object) => admin.patch(`/v2/webhooks/${before.id}`, json);
    expect((await patch({ enabled: false })).body).toMatchObject({ enabled: false, state: 'disabled' });
    expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true, state: 'parked' });
  });

  it('drops deliveries that an interrupted request has left waiting before it is enabled again', async () => {
    const { body: before } = await create();
    const patch = (json: object) => admin.patch(`/v2/webhooks/${before.id}`, json);
    await patch({ enabled: false });
    await api.db.many(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
      values (current_date, ${before.id}, 1, 1, 'user.update', 'user:1', now())`);
    expect((await patch({ enabled: true })).status).toBe(200);
    const state = await api.db.one(sql`
      select state from learning.webhook_deliveries where webhook_id = ${before.id}`);
    expect(state).toEqual({ state: 3 });
  });

  it('replaces the secret without an overlap, or removes it', async () => {
    const { body: before } = await create();
    const patch = (json: object) => admin.patch(`/v2/webhooks/${before.id}`, json);
    await patch({ secret_key: 'another secret' });
    const row = await api.db.one(sql`select * from learning.webhooks where id = ${before.id}`);
    expect([row['secret'] === null, row['previous_secret'], row['previous_secret_until']]).toEqual([
      false,
      null,
      null,
    ]);
    expect((await patch({ secret_key: '' })).body.secret_key_set).toBe(false);
  });

  it('does not change updated_time for a secret that was rotated before', async () => {
    const { body: before } = await create();
    const path = `/v2/webhooks/${before.id}`;
    const secret_key = 'chosen by me';
    await admin.post(`${path}/rotate-secret`, { secret_key });
    const patchLater = async (until: string) => {
      await api.db.many(sql`
        update learning.webhooks set updated_time = '2026-01-01T00:00:00Z',
               previous_secret_until = now() + ${until}::interval
         where id = ${before.id}`);
      const { body } = await admin.patch(path, { secret_key });
      return body.updated_time === '2026-01-01T00:00:00+00:00';
    };
    expect(await patchLater('-1 second')).toBe(true);
    expect(await patchLater('1 day')).toBe(false);
  });
});

describe('POST /v2/webhooks/{webhook-id}/rotate-secret', () => {
  const rotate = (id: number, json?: object) =>
    api.http.post(`/v2/webhooks/${id}/rotate-secret`, { token: admin.token, ...(json && { json }) });

  it('returns a new secret and keeps the old one for a day by default', async () => {
    const { body: before } = await create();
    const { status, body } = await rotate(before.id);
    expect([status, body.secret_key]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    expect(body.secret_key).not.toBe(before.secret_key);
    const { overlap } = await api.db.one(sql`
      select extract(epoch from previous_secret_until - now()) as overlap from learning.webhooks
       where id = ${before.id}`);
    expect(Math.abs(overlap - 86_400)).toBeLessThan(60);
  });

  it('accepts a secret and an overlap of 0 to 604800 seconds', async () => {
    const { body: before } = await create();
    const { body } = await rotate(before.id, { secret_key: 'chosen by me', overlap_seconds: 0 });
    expect(body).not.toHaveProperty('secret_key');
    const row = await api.db.one(sql`select previous_secret from learning.webhooks where id = ${before.id}`);
    expect(row['previous_secret']).toBeNull();
    for (const overlap_seconds of [-1, 604_801, 1.5, 'long']) {
      const refused = await rotate(before.id, { overlap_seconds });
      expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'overlap_seconds']);
    }
  });
});

describe('DELETE /v2/webhooks/{webhook-id}', () => {
  it('removes it', async () => {
    const { body } = await create();
    expect((await admin.delete(`/v2/webhooks/${body.id}`)).status).toBe(204);
    expect((await admin.get(`/v2/webhooks/${body.id}`)).status).toBe(404);
    expect((await admin.delete(`/v2/webhooks/${body.id}`)).status).toBe(404);
  });
});

describe('webhooks', () => {
  it('answer 400 for an id that is not an integer, 404 for one out of range', async () => {
    const { token } = admin;
    expect((await api.http.get('/v2/webhooks/abc', { token })).status).toBe(400);
    expect((await api.http.get('/v2/webhooks/99999999999', { token })).status).toBe(404);
  });
});

describe('the webhooks section of the OpenAPI document', () => {
  it('describes every event, with an example of its envelope', async () => {
    const { body } = await api.http.get('/docs-json');
    expect(Object.keys(body.webhooks)).toEqual([...eventTypes, 'webhook.test']);
    for (const [type, { post }] of Object.entries(readWebhooks(body))) {
      const { example, schema } = (post as Operation).requestBody.content['application/json']!;
      const { required } = body.components.schemas[schema.$ref.split('/').at(-1)!];
      expect(example).toMatchObject({ type, portal_id: expect.any(Number), data: expect.any(Object) });
      expect(Object.keys(example)).toEqual(expect.arrayContaining(required));
      expect(Object.keys(example.data).length).toBeGreaterThan(1);
    }
  });
});

it('a change that stops before its commit is ended by Postgres after five seconds, as the relay waits for it', async () => {
  const setting = await api.server.app
    .get(Database)
    .one(sql`select current_setting('idle_in_transaction_session_timeout') as value`);
  expect(setting).toEqual({ value: '5s' });
});
