import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';
import { ApiErrorRecorder } from './api-error-recorder.js';

const api = useResourceApi();
let admin: TestAccount;
beforeEach(async () => {
  admin = await api.administrator(await api.portal());
});

const recorder = () => api.server.app.get(ApiErrorRecorder);
const list = async (query = '', token = admin.token) => {
  await recorder().flush();
  return api.http.get(`/v2/api-errors?${query}`, { token });
};
const count = async (portalId: number) =>
  (await api.db.one(sql`select count(*)::int as n from maintenance.api_errors where portal_id = ${portalId}`))
    .n;

describe('GET /v2/api-errors', () => {
  it('has refused requests with operation, code, ref, fields at fault and remedy, newest first', async () => {
    const json = { email: 'secret-address', first_name: '' };
    const invalid = await admin.post('/v2/users?secret=1', json);
    const missing = await admin.get('/v2/users/999999');
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 2,
      hits: [
        expect.objectContaining({ operation: 'GET /v2/users/{userId}', status: 404, ref: missing.body.ref }),
        {
          id: expect.any(Number),
          time: expect.stringMatching(/\+00:00$/),
          client_id: 'test-app',
          client_name: null,
          operation: 'POST /v2/users',
          status: 400,
          error_code: 'validation_failed',
          ref: invalid.body.ref,
          fields: expect.arrayContaining(['email', 'last_name']),
          remedy: expect.stringContaining('additional_errors'),
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|999999/);
  });

  it('filters by application, operation, code and ref, and pages', async () => {
    const missing = await admin.get('/v2/users/999999');
    await admin.get('/v2/enrollments?limit=x');
    const total = async (query: string) => (await list(query)).body.total;
    expect(await total('client_id=test-app')).toBe(2);
    expect(await total('client_id=other')).toBe(0);
    expect(await total(`operation=${encodeURIComponent('GET /v2/enrollments')}`)).toBe(1);
    expect(await total('error_code=not_found')).toBe(1);
    expect(await total(`ref=${missing.body.ref}`)).toBe(1);
    const { body } = await list('limit=1&offset=1');
    expect([body.total, body.hits[0].ref]).toEqual([2, missing.body.ref]);
  });

  it('records what scope and role refuse, and nothing without a valid token or of other portals', async () => {
    const learner = await api.account(admin.portal);
    await learner.get('/v2/webhooks');
    await api.http.get('/v2/webhooks', { token: 'invalid' });
    await admin.get('/v2/nothing-here');
    await admin.get('/v2/users');
    const { body } = await list();
    expect(body.hits.map(({ error_code: code }: { error_code: string }) => code)).toEqual([
      'administrator_required',
    ]);
    const other = await api.administrator(await api.portal());
    expect((await list('', other.token)).body).toEqual({ total: 0, hits: [] });
  });

  it('is for administrators with usage.read', async () => {
    const manager = await api.account(admin.portal, { roles: ['Manager'] });
    expect((await list('', manager.token)).body.error_code).toBe('administrator_required');
    const narrow = await api.mint.sign({ portal: admin.portal, account: admin, scopes: ['user.read'] });
    expect((await list('', narrow)).body.error_code).toBe('insufficient_scope');
  });

  it('has at most ten names of fields, and none that a caller has made up of other characters', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`notCamel${index}`, {}]).concat([['ada@acme.example', {}]]),
    );
    const { body: refusal } = await admin.put('/v2/configuration', fields);
    expect(refusal.additional_errors.length).toBeGreaterThan(10);
    const { body } = await list();
    expect(body.hits[0].fields).toHaveLength(10);
    expect(JSON.stringify(body)).not.toContain('ada@');
  });

  it('keeps a hundred of a kind and a thousand of a portal each day, whichever server stores them', async () => {
    const { id } = admin.portal;
    await api.db.many(sql`
      insert into maintenance.api_errors (portal_id, time, client_id, operation, status, error_code, ref, fields)
      select ${id}, now(), 'other', 'GET /v2/' || n % 9, 400, 'bad_request', 'r', '{}' from generate_series(1, 899) n`);
    const miss = () => admin.get('/v2/users/999999');
    for (let number = 0; number < 12; number += 1) {
      await Promise.all(Array.from({ length: 10 }, miss));
      if (number % 5 === 4) await Promise.all([recorder().flush(), recorder().flush()]);
    }
    await recorder().flush();
    expect(await count(id)).toBe(999);
    for (let number = 0; number < 2; number += 1) await admin.get('/v2/enrollments/999999');
    await recorder().flush();
    expect(await count(id)).toBe(1_000);
  });

  it('keeps a hundred entries of a portal waiting, and answers while they cannot be stored', async () => {
    await api.db.many(sql`alter table maintenance.api_errors rename to api_errors_elsewhere`);
    try {
      for (let number = 0; number < 11; number += 1)
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            expect((await admin.get('/v2/users/999999')).status).toBe(404);
          }),
        );
      await recorder().flush();
    } finally {
      await api.db.many(sql`alter table maintenance.api_errors_elsewhere rename to api_errors`);
    }
    expect(await count(admin.portal.id)).toBe(0);
    await admin.get('/v2/users/999999');
    expect((await list()).body.total).toBe(1);
  });

  it('has those of the last seven days', async () => {
    await api.db.many(sql`
      insert into maintenance.api_errors (portal_id, time, client_id, operation, status, error_code, ref, fields)
      select ${admin.portal.id}, now() - days * interval '1 day', 'other', 'GET /v2/users', 400, 'bad_request', 'r', '{}'
        from generate_series(6, 8) days`);
    expect((await list()).body.total).toBe(1);
  });
});
