import { sql } from '@app/database';
import { directly, OutageProxy, WAIT_TIMEOUT_MS, testRedis } from '@app/testing';
import { useResourceApi, ResourceApiHarness, type TestAccount } from './resource-api.js';

describe('outages', () => {
  describe('without Redis', () => {
    const api = useResourceApi({ REDIS_URL: 'redis://127.0.0.1:1' });

    it('everything works except scroll, which answers 503 with Retry-After', async () => {
      const admin = await api.administrator();
      const get = (path: string) => admin.get(path);
      for (const path of [
        '/v2/me',
        '/v2/users',
        '/v2/learning-objects?keyword=a',
        '/v2/enrollments',
        '/v2/webhooks',
      ]) {
        expect([path, (await get(path)).status]).toEqual([path, 200]);
      }
      const user = { email: 'r@example.com', first_name: 'R', last_name: 'S' };
      const created = await admin.post('/v2/users', user);
      expect(created.status).toBe(201);
      const events = await api.db.many(sql`
        select 1 from learning.outbox where object_id = ${created.body.id}`);
      expect(events).toHaveLength(1);
      const scroll = await get('/v2/learning-objects?scroll=true');
      expect([scroll.status, scroll.body.error_code]).toEqual([503, 'temporarily_unavailable']);
      expect(Number(scroll.headers['retry-after'])).toBeGreaterThan(0);
      expect((await get('/health/ready')).status).toBe(200);
    });
  });

  describe('without Postgres', () => {
    const api = new ResourceApiHarness();
    let proxy: OutageProxy;
    let admin: TestAccount;

    beforeAll(async () => {
      await api.start({ REDIS_URL: testRedis().REDIS_URL }, async (url) => {
        proxy = await OutageProxy.before(directly(url)); // which becomes a standby, and a pooler none
        return proxy.url;
      });
      admin = await api.administrator();
    });
    afterAll(async () => {
      await api.stop();
      await proxy.disconnect();
    });

    it('answers 503 in the envelope, is not ready, and recovers when Postgres is back', async () => {
      const users = () => admin.get('/v2/users');
      expect((await users()).status).toBe(200);
      await proxy.disconnect();
      const refused = await users();
      expect([refused.status, refused.body.error_code]).toEqual([503, 'temporarily_unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect([refused.body.code, refused.body.ref]).toEqual([503, refused.headers['x-request-id']]);
      expect(refused.headers['access-control-allow-origin']).toBe('*');
      expect(refused.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
      const write = await admin.post('/v2/users', {
        email: 'p@example.com',
        first_name: 'P',
        last_name: 'Q',
      });
      expect(write.status).toBe(503);
      expect((await api.http.get('/health/ready')).status).toBe(503);
      expect((await api.http.get('/health/live')).status).toBe(200);
      // refusals based on the token alone need no database
      expect((await api.http.get('/v2/users')).status).toBe(401);
      await proxy.reconnect();
      expect((await users()).status).toBe(200);
    });

    it('a standby serves reads; changes get 503 until they reach the primary', async () => {
      const readOnly = (isOn: boolean) =>
        api.db.many(sql`
          begin read write; do $$ begin
          execute format('alter database %I set default_transaction_read_only = ${sql.raw(isOn ? 'on' : 'off')}', current_database());
          end $$; commit`);
      const change = () => admin.patch(`/v2/users/${admin.id}`, { last_name: 'Changed' });
      await proxy.disconnect();
      await readOnly(true);
      await proxy.reconnect();
      const refused = await change();
      expect([refused.status, refused.body.error_code]).toEqual([503, 'temporarily_unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.text).not.toMatch(/read-only|transaction/i);
      expect((await admin.get('/v2/users')).status).toBe(200);
      await readOnly(false);
      // each connection to the standby is closed by the first write that it refuses
      let answer = await change();
      for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) answer = await change();
      expect(answer.status).toBe(200);
    });
  });

  describe('with an overloaded Postgres', () => {
    const api = new ResourceApiHarness();
    beforeAll(() => api.start({ DATABASE_WAIT_MS: 100 }));
    afterAll(() => api.stop());

    it('answers 503 in the envelope while a lock is held too long, logs it once, and recovers', async () => {
      const admin = await api.administrator();
      const requests: [path: string, ask: () => ReturnType<typeof api.http.get>][] = [
        ['GET /v2/enrollments', () => admin.get('/v2/enrollments')],
        ['PATCH /v2/users/:userId', () => admin.patch(`/v2/users/${admin.id}`, { last_name: 'X' })],
      ];
      api.server.logger.level = 'warn';
      const logged = jest.spyOn(api.server.logger, 'warn').mockImplementation(() => undefined);
      const holder = await api.db.connect();
      await holder.query('begin; lock table learning.enrollments, identity.accounts');
      for (const [operation, ask] of requests) {
        logged.mockClear();
        const refused = await ask();
        expect([refused.status, refused.body.error_code]).toEqual([503, 'temporarily_unavailable']);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(refused.text).not.toMatch(/lock|timeout|postgres/i);
        // the line is written once the answer is out
        for (const end = Date.now() + WAIT_TIMEOUT_MS; logged.mock.calls.length === 0 && Date.now() < end;)
          await new Promise((resolve) => setImmediate(resolve));
        const [method, route] = operation.split(' ');
        expect(logged.mock.calls).toEqual([
          [
            expect.objectContaining({
              err: expect.objectContaining({ code: '55P03' }),
              cause: expect.stringMatching(/^55P03 .*lock timeout/),
              ref: refused.headers['x-request-id'],
              client: 'test-app',
              portal: admin.portal.id,
              method,
              route,
              status: 503,
            }),
            expect.any(String),
          ],
        ]);
      }
      await holder.query('rollback');
      holder.release();
      for (const [, ask] of requests) expect((await ask()).status).toBe(200);
    });
  });

  describe('with an internal error', () => {
    const api = useResourceApi();

    it('answers 500 in the envelope, without any detail', async () => {
      const admin = await api.administrator();
      await api.db.many(sql`alter table learning.webhooks rename to broken`);
      const answer = await admin.get('/v2/webhooks');
      expect([answer.status, answer.body]).toEqual([
        500,
        {
          code: 500,
          error_code: 'internal_error',
          message: 'Something went wrong on our side.',
          ref: answer.headers['x-request-id'],
        },
      ]);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
    });
  });
});
