import { sql } from '@app/database';
import { limits, type Limit } from '@app/limits';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('GET /v2/limits', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeEach(async () => {
    admin = await api.administrator(await api.portal());
  });

  const list = async ({ token }: TestAccount = admin) => {
    const { status, body } = await api.http.get('/v2/limits', { token });
    expect([status, body.total]).toEqual([200, body.hits.length]);
    return new Map<string, Record<string, unknown>>(
      body.hits.map((hit: { limit: string }) => [hit.limit, hit]),
    );
  };
  const used = async (account = admin) =>
    Object.fromEntries([...(await list(account))].map(([name, hit]) => [name, hit['used']]));

  it('has every limit of a portal, with the words and numbers of the one table', async () => {
    const answered = await list();
    const named = Object.entries<Limit>(limits).filter(([, { per }]) => per.startsWith('portal'));
    expect([...answered.keys()]).toEqual(named.map(([name]) => name));
    for (const [name, { what, most }] of named)
      expect(answered.get(name)).toMatchObject({ limit: name, what, most });
    expect(answered.get('webhooks')).toEqual({
      limit: 'webhooks',
      what: 'webhooks',
      most: 5,
      per: 'portal',
      used: 0,
      resets_time: null,
    });
  });

  it('lists limits that are not counted in the database', async () => {
    const uncounted = Object.entries(await used()).filter(([, count]) => count === null);
    expect(uncounted.map(([name]) => name).sort()).toEqual([
      'branding_image_bytes',
      'exports',
      'languages',
      'onboarded_people',
      'scrolled_hits',
      'scrolls_of_portal',
      'words',
      'written_bytes',
    ]);
  });

  it('counts the portal’s own rows and today’s additions', async () => {
    const stranger = await api.administrator(await api.portal());
    const before = await used(stranger);
    const post = (path: string, json: object) => api.http.post(path, { token: admin.token, json });
    const user = {
      email: `l-${admin.id}@people.example`,
      first_name: 'L',
      last_name: 'L',
      send_login_email: false,
    };
    const answers = [
      await post('/v2/users', user),
      await post('/v2/webhooks', { url: 'http://localhost:9/' }),
      await post('/v2/content/manual', { title: 'T', provider: 'P' }),
      await post('/v2/content-groups', { title: 'T' }),
      await post('/v2/collections', { title: 'T' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await api.http.put('/v2/configuration', { token: admin.token, json: { theme: 'dark', size: 1 } });
    await api.defineFields(admin.portal, { size: 'integer' });
    await api.db.many(sql`
      insert into auth.clients (client_id, name, grants, scopes, portal_id, created_time, updated_time)
      values (${`own-${admin.id}`}, 'Own', '{}', '{}', ${admin.portal.id}, now(), now()),
             (${`blocked-${admin.id}`}, 'Blocked', '{}', '{}', null, now(), now())`);
    await api.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_by, blocked_time)
      values (${admin.portal.id}, ${`blocked-${admin.id}`}, ${admin.id}, now())`);
    const after = await used();
    expect(after).toMatchObject({
      accounts: 2,
      accounts_made: 1,
      webhooks: 1,
      content: 1,
      content_made: 1,
      providers: 1,
      content_groups: 1,
      custom_fields: 1,
      configuration_keys: 2,
      clients: 1,
      blocked_clients: 1,
      approvals: 0,
    });
    expect(after['configuration_bytes']).toBe(JSON.stringify({ size: 1, theme: 'dark' }).length + 3);
    expect(after['collections']).toBe(Number(before['collections']) + 1);
    expect(await used(stranger)).toEqual(before);
  });

  it('returns the end of the day, after which it counts from zero', async () => {
    await api.db.many(sql`
      insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
      select 'mails_of_portal', ${String(admin.portal.id)}, day + shift, count, day + shift + interval '1 day'
        from date_bin('1 day', now(), 'epoch') day,
             (values (interval '0', 7), (interval '-1 day', 9)) as one (shift, count)`);
    const mails = (await list()).get('mails_of_portal');
    expect(mails).toMatchObject({ used: 7, per: 'portal and day' });
    expect(mails!['resets_time']).toMatch(/T00:00:00\+00:00$/);
    expect(new Date(String(mails!['resets_time'])).getTime()).toBeGreaterThan(Date.now());
  });
});
