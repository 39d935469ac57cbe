import { sql } from '@app/database';
import { globSync, readFileSync } from 'node:fs';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';
import { configurationDefinitions } from './configuration-definitions.js';

describe('configuration', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeEach(async () => {
    admin = await api.administrator(await api.portal());
  });

  const get = (token = admin.token) => api.http.get('/v2/configuration', { token });
  const put = (json: unknown) => admin.put('/v2/configuration', json);

  describe('PUT /v2/configuration', () => {
    it('creates and updates sent pairs, keeps the others, and returns all of them', async () => {
      expect((await put({ pay_per_seat: true, default_language: 'en' })).status).toBe(200);
      const answer = await put({ pay_per_seat: false, seats_per_team: 12.5, welcome_text: null });
      expect(answer.status).toBe(200);
      const all = { pay_per_seat: false, default_language: 'en', seats_per_team: 12.5, welcome_text: null };
      expect(answer.body).toEqual(all);
      expect((await get()).body).toEqual(all);
    });

    it.each([true, 'true', 'True', 1, '1'])('accepts pay_per_seat %j as true', async (value) => {
      expect((await put({ pay_per_seat: value })).body).toEqual({ pay_per_seat: true });
    });

    it.each([
      ['pay_per_seat', { pay_per_seat: 'maybe' }],
      ['My Key', { 'My Key': 1 }],
      ['camelCase', { camelCase: 1 }],
      ['nested', { nested: { a: 1 } }],
      ['list', { list: [1] }],
      ['text', { text: 'x'.repeat(10_001) }],
    ])('answers 400 naming %s, and changes nothing', async (path, pairs) => {
      const answer = await put({ kept: 1, ...pairs });
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, path]);
      expect((await get()).body).toEqual({});
    });

    it('requires the current ETag in If-Match', async () => {
      const send = (json: unknown, etag: unknown) =>
        admin.put('/v2/configuration', json, { headers: { 'if-match': String(etag) } });
      const { etag } = (await get()).headers;
      const first = await send({ theme: 'dark' }, etag);
      expect([first.status, first.headers['etag']]).toEqual([200, (await get()).headers['etag']]);
      const late = await send({ theme: 'light' }, etag);
      expect([late.status, late.body.error_code, (await get()).body]).toEqual([
        412,
        'precondition_failed',
        { theme: 'dark' },
      ]);
      expect((await send({ theme: 'light' }, first.headers['etag'])).status).toBe(200);
    });

    it('applies all of twenty concurrent changes', async () => {
      const pairs = Array.from({ length: 20 }, (_, number) => ({ [`key_${number}`]: number }));
      await Promise.all(pairs.map(put));
      expect((await get()).body).toEqual(Object.assign({}, ...pairs));
    });
  });

  describe('keys that guard the portal', () => {
    const demands = ['require_second_factor', 'approved_applications_only'] as const;
    /** A token of the same administrator from a login with their own password, so many seconds ago. */
    async function signedIn(secondsAgo: number): Promise<string> {
      const sid = `login-${secondsAgo}-${admin.id}`;
      await api.db.many(sql`
        insert into auth.family_logins (family_id, authenticated_at, expires_at)
        values (${sid}, now() - make_interval(secs => ${secondsAgo}),
               now() - make_interval(secs => ${secondsAgo}) + interval '10 minutes')`);
      return api.mint.sign({ portal: admin.portal, account: admin }, { sid });
    }

    it.each(demands)('%s is switched on by any token, and off only after a fresh login', async (demand) => {
      expect((await put({ [demand]: true })).body).toEqual({ [demand]: true });
      const sendDemand = (token: string, value: unknown) =>
        api.http.put('/v2/configuration', { token, json: { [demand]: value, theme: 'dark' } });
      const late = await signedIn(601);
      for (const value of [false, null, 'true', 1])
        for (const token of [admin.token, late]) {
          const answer = await sendDemand(token, value);
          expect([answer.status, answer.body.error_code]).toEqual([403, 'fresh_login_required']);
          expect(answer.body.message).toBe(
            `Switching off ${demand} needs a token from a login with the person’s own password in the last ten minutes.`,
          );
          expect(answer.headers['www-authenticate']).toContain('insufficient_user_authentication');
        }
      expect((await get()).body).toEqual({ [demand]: true });
      expect((await put({ [demand]: true, theme: 'light' })).status).toBe(200);
      expect((await sendDemand(await signedIn(0), false)).body).toEqual({ [demand]: false, theme: 'dark' });
      expect((await put({ [demand]: false })).status).toBe(200); // it is off
    });
  });

  it('notes in the audit log when pay_per_seat changes, and only then', async () => {
    for (const pairs of [
      { theme: 'dark' },
      { pay_per_seat: true },
      { pay_per_seat: true },
      { pay_per_seat: false },
    ])
      await put(pairs);
    const noted = await api.db.many(sql`
      select account_id, client_id, details from auth.audit_log
       where event = 'portal.pay_per_seat_changed' and portal_id = ${admin.portal.id} order by time, id`);
    const doer = { account_id: admin.id, client_id: 'test-app' };
    expect(noted).toEqual([
      { ...doer, details: { pay_per_seat: true } },
      { ...doer, details: { pay_per_seat: false } },
    ]);
  });

  describe('limits', () => {
    const big = (count: number, index = 0) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, number) => [`big_${index + number}`, 'x'.repeat(9_000)]),
      );
    const readConfiguration = async () =>
      await api.db.value<object>(sql`
          select configuration from identity.portals where id = ${admin.portal.id}`);

    it('accepts 500 keys, even from concurrent requests, and answers 409 limit_reached over that', async () => {
      await put(Object.fromEntries(Array.from({ length: 490 }, (_, number) => [`key_${number}`, number])));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) => put({ [`more_${number}`]: number })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(10);
      expect(refused[0]!.body).toMatchObject({
        error_code: 'limit_reached',
        limit: 'configuration_keys',
        most: 500,
      });
      expect(Object.keys(await readConfiguration())).toHaveLength(500);
      expect((await put({ key_1: 'changed' })).body).toMatchObject({ key_1: 'changed' });
    });

    it('accepts 256 KiB, even from parallel requests; a single larger body is 413', async () => {
      const answers = await Promise.all([0, 10, 20, 30, 40].map((index) => put(big(10, index))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)!.body.limit).toBe('configuration_bytes');
      const before = await readConfiguration();
      expect(JSON.stringify(before).length).toBeLessThan(262_144);
      expect((await put(big(40))).status).toBe(413);
      expect(await readConfiguration()).toEqual(before);
    });

    it('allows a configuration over the limit to shrink, but not to grow', async () => {
      const keys = Array.from({ length: 600 }, (_, number) => `old_${number}`);
      const fill = (value: unknown) => Object.fromEntries(keys.map((key) => [key, value]));
      await api.db.many(sql`
        update identity.portals set configuration = ${fill('y'.repeat(9_000))} where id = ${admin.portal.id}`);
      expect((await get()).body.error_code).toBe('limit_reached');
      expect((await put({ one_more: 1 })).status).toBe(409);
      expect((await put({ old_1: null })).body).toEqual({ old_1: null });
      expect((await put(fill(null))).status).toBe(200);
      expect((await get()).body).toEqual(fill(null));
      expect((await put({ one_more: 1 })).status).toBe(409);
    });
  });

  describe('GET /v2/configuration/definitions', () => {
    it('names the keys that the service reads, each of which can be set to its default', async () => {
      const { status, body } = await admin.get('/v2/configuration/definitions');
      expect([status, body.total]).toEqual([200, body.hits.length]);
      expect(body.hits).toContainEqual({
        key: 'pay_per_seat',
        type: 'boolean',
        default: false,
        description: expect.stringContaining('licensed_user_count'),
      });
      const defaults = Object.fromEntries(
        body.hits.map((hit: { key: string; default: boolean }) => [hit.key, hit.default]),
      );
      expect((await put(defaults)).body).toEqual(defaults);
    });
  });

  describe('GET /v2/configuration', () => {
    it('is separate for each portal', async () => {
      await put({ theme: 'dark' });
      const other = await api.administrator(await api.portal());
      expect((await get(other.token)).body).toEqual({});
    });
  });
});

describe('the definitions of configuration keys', () => {
  it('exist for exactly the keys that SQL statements read', () => {
    const read = globSync('{apps,libs}/*/src/**/*.ts')
      .filter((path) => !/\.spec\.ts$|\/migrations\//.test(path))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/configuration ?->>? ?'(\w+)'/g)])
      .map(([, key]) => key);
    expect(configurationDefinitions.map(({ key }) => key)).toEqual([...new Set(read)].sort());
  });
});
