import { sql, type Statement } from '@app/database';
import { addressDigest } from '@app/identity';
import { limits, type LimitName, type Limit } from '@app/limits';
import type { Answer } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();

let admin: TestAccount;

beforeEach(async () => {
  admin = await api.administrator(await api.portal({ features: ['login_links'] }));
});

const post = (path: string, json: object = {}, headers?: Record<string, string>): Promise<Answer> =>
  admin.post(path, json, { ...(headers && { headers }) });
const count = async (rows: Statement): Promise<number> =>
  Number(await api.db.value(sql`select count(*) from (${rows}) r`));

/** Leaves room for `room` more in the current window, and in the next one in case it begins in between. */
async function fillUpTo(name: LimitName, owner: string | number, room: number): Promise<void> {
  const { counted, most } = limits[name];
  const every = counted === 'an hour' ? '1 hour' : '1 day';
  await api.db.many(sql`
    insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
    select ${name}, ${String(owner)}, date_bin(${every}::interval, now(), 'epoch') + n * ${every}::interval,
           ${most - room}, now() + interval '2 days'
      from generate_series(0, 1) n
    on conflict (limit_name, owner, window_start) do update set count = excluded.count`);
}

/** Sends six in parallel where there is room for two: two succeed, four get an error and leave nothing behind. */
async function twoOfSix(name: LimitName, send: (number: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, number) => send(number)));
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(2);
  expect(refused).toHaveLength(4);
  for (const { body } of refused) {
    expect(body).toMatchObject({ error_code: 'limit_reached', limit: name, most: limits[name].most });
  }
  return answers;
}

const someone = (number: number) => ({
  email: `limits-${admin.id}-${number}@example.com`,
  first_name: 'Nia',
  last_name: 'Bell',
});

describe('limits under parallel requests', () => {
  it.each<[LimitName, () => Promise<unknown>]>([
    ['accounts_made', () => fillUpTo('accounts_made', admin.portal.id, 2)],
    [
      'accounts',
      () =>
        api.db.many(sql`
          insert into identity.account_counts
          values (${admin.portal.id}, '{Learner}', true, ${limits.accounts.most - 3})`),
    ],
  ])('%s', async (name, fill) => {
    await fill();
    await twoOfSix(name, (number) => post('/v2/users', someone(number)));
    expect(await count(sql`select 1 from identity.persons where email like ${`limits-${admin.id}-%`}`)).toBe(
      2,
    );
  });

  it('accounts_of_person: created and deleted again and again; other people and portals are unaffected', async () => {
    const one = { ...someone(1), send_login_email: false };
    const remove = async ({ body }: Answer) =>
      expect((await admin.delete(`/v2/users/${body.id}`)).status).toBe(204);
    await remove(await post('/v2/users', one));
    await fillUpTo('accounts_of_person', `${admin.portal.id}:${addressDigest(one.email)}`, 2);
    await remove(await post('/v2/users', one));
    await remove(await post('/v2/users', one));
    const { most } = limits.accounts_of_person;
    const beyond = await post('/v2/users', one);
    expect(beyond.status).toBe(409);
    expect(beyond.body).toMatchObject({ error_code: 'limit_reached', limit: 'accounts_of_person', most });
    expect((await post('/v2/users', { ...one, email: someone(2).email })).status).toBe(201);
    const other = await api.administrator(await api.portal());
    expect((await other.post('/v2/users', one)).status).toBe(201);
  });

  const link = (number: number) => ({ title: `Page ${number}`, url: `https://page.example/${number}` });
  const fillContent = (rows: number) =>
    api.db.many(sql`
      with p as (insert into learning.providers (portal_id, name) values (${admin.portal.id}, 'own') returning id)
      insert into learning.learning_objects (portal_id, provider_id, type, title)
      select ${admin.portal.id}, p.id, 'link', 'x' from p, generate_series(1, ${rows})`);

  it.each<[LimitName, () => Promise<unknown>, number]>([
    ['content_made', () => fillUpTo('content_made', admin.portal.id, 2), 2],
    ['content', () => fillContent(limits.content.most - 2), limits.content.most],
  ])('%s', async (name, fill, existing) => {
    await fill();
    await twoOfSix(name, (number) => post('/v2/content/links', link(number)));
    expect(
      await count(sql`select 1 from learning.learning_objects where portal_id = ${admin.portal.id}`),
    ).toBe(existing);
  });

  it('content: retired objects do not count', async () => {
    await fillContent(limits.content.most);
    await api.db.many(sql`
      update learning.learning_objects set retired_time = now()
       where id = (select min(id) from learning.learning_objects where portal_id = ${admin.portal.id})`);
    expect((await post('/v2/content/links', link(1))).status).toBe(201);
    expect((await post('/v2/content/links', link(2))).status).toBe(409);
  });

  it('providers', async () => {
    await api.db.many(sql`
      insert into learning.providers (portal_id, name) select ${admin.portal.id}, 'p' || n
        from generate_series(1, ${limits.providers.most - 2}) n`);
    const manual = (provider: string) => post('/v2/content/manual', { title: 'T', provider });
    await twoOfSix('providers', (number) => manual(`new ${number}`));
    expect((await manual('p1')).status).toBe(201);
  });

  it('collection_items', async () => {
    const createdAnswers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => post('/v2/content/links', link(number))),
    );
    const add = (lo: number[]) => post('/v2/collections/default/items/add', { lo });
    expect((await add([createdAnswers[0]!.body.id])).status).toBe(204);
    await api.db.many(sql`alter table learning.collection_items disable trigger all`);
    await api.db.many(sql`
      insert into learning.collection_items
      select id, 1000000 + n from learning.collections, generate_series(1,
             ${limits.collection_items.most - 3}) n where portal_id = ${admin.portal.id}`);
    await api.db.many(sql`alter table learning.collection_items enable trigger all`);
    const answers = await Promise.all(createdAnswers.slice(1).map(({ body }) => add([body.id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409, 409, 409]);
    expect((await add([createdAnswers[0]!.body.id])).status).toBe(204);
    expect(
      await count(
        sql`select 1 from learning.collection_items i join learning.collections c on c.id = i.collection_id where c.portal_id = ${admin.portal.id}`,
      ),
    ).toBe(limits.collection_items.most);
  });

  it('enrollment_history and goals', async () => {
    const { id: loId } = (await post('/v2/content/links', link(1))).body;
    const learner = await api.account(admin.portal);
    const enroll = () => post('/v2/enrollments?re-enroll=true', { lo_id: loId, user_id: learner.id });
    const { id } = (await enroll()).body;
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, type, status, archived_time)
      select portal_id, account_id, lo_id, lo_title, type, status, now()
        from learning.enrollments, generate_series(1, ${limits.enrollment_history.most - 3}) where id = ${id}`);
    // of concurrent requests one replaces the live enrollment, the others get 409
    for (let time = 0; time < 4; time += 1) {
      const answers = await Promise.all([enroll(), enroll(), enroll()]);
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409),
      ).toEqual([]);
    }
    const refused = await enroll();
    expect([refused.status, refused.body.limit]).toEqual([409, 'enrollment_history']);
    expect(await count(sql`select 1 from learning.enrollments where account_id = ${learner.id}`)).toBe(
      limits.enrollment_history.most,
    );
    const [live] = await api.db.many<{ id: number }>(sql`
      select id from learning.enrollments where account_id = ${learner.id} and archived_time is null`);
    const goal = (goal_id: number) => post(`/v2/enrollments/${live!.id}/goal`, { goal_id });
    await api.db.many(sql`
      insert into learning.enrollment_goals (portal_id, enrollment_id, goal_id)
      select ${admin.portal.id}, ${live!.id}, n from generate_series(1, ${limits.goals.most - 2}) n`);
    await twoOfSix('goals', (number) => goal(1_000 + number));
    expect((await goal(1)).status).toBe(200);
  });

  it('login_links', async () => {
    const learner = await api.account(admin.portal);
    await fillUpTo('login_links', learner.id, 2);
    await twoOfSix('login_links', () => post(`/v2/users/${learner.id}/login`));
    const other = await api.account(admin.portal);
    expect((await post(`/v2/users/${other.id}/login`)).status).toBe(200);
  });

  it('webhooks: five, with their own error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, number) =>
        post('/v2/webhooks', { url: `https://partner.example/${number}` }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error_code)).toEqual(['webhook_limit', 'webhook_limit']);
    expect(await count(sql`select 1 from learning.webhooks where portal_id = ${admin.portal.id}`)).toBe(5);
  });

  it('webhook_tests, webhook_redeliveries, delivery_redeliveries and webhook_replays', async () => {
    const { id } = (await post('/v2/webhooks', { url: 'https://partner.example/hook' })).body;
    const now = Math.floor(Date.now() / 1000);
    await api.db.many(sql`
      with event as (
        insert into learning.outbox (shard, portal_id, type, object_type, object_id, data)
        values (0, ${admin.portal.id}, 'user.update', 'user', 7, '{}') returning id, created_on)
      insert into learning.webhook_deliveries
        (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state, redeliveries)
      select created_on, ${id}, seq, id, 'user.update', 'user:7', now(), 1, (seq - 1) * 1000
        from event, generate_series(1, 2) seq`);
    for (const name of ['webhook_tests', 'webhook_redeliveries', 'webhook_replays'] as const)
      await fillUpTo(name, id, 2);
    const base = `/v2/webhooks/${id}`;
    await twoOfSix('webhook_tests', () => post(`${base}/test`));
    expect(await count(sql`select 1 from learning.webhook_test_deliveries where webhook_id = ${id}`)).toBe(2);
    const replay = () => post(`${base}/replay`, { from: now - 3_600, to: now + 3_600 });
    const replays = await twoOfSix('webhook_replays', replay);
    // the second one has been sent a thousand times already, and is left out
    const counts = replays.filter(({ status }) => status === 202).map(({ body }) => body.count);
    expect(counts.sort()).toEqual([0, 1]);
    const tooOften = await post(`${base}/deliveries/2/redeliver`);
    expect([tooOften.status, tooOften.body.limit]).toEqual([409, 'delivery_redeliveries']);
    await twoOfSix('webhook_redeliveries', () => post(`${base}/deliveries/1/redeliver`));
  });

  it('idempotency_keys: requests without the header still work', async () => {
    const key = (number: number) => ({ 'idempotency-key': `key ${number}` });
    await post('/v2/users', someone(8), key(8));
    const { owner } = await api.db.one<{ owner: string }>(sql`
      select owner from maintenance.limit_counts where limit_name = 'idempotency_keys'
         and owner like ${`% ${admin.portal.id} ${admin.id}`}`);
    await fillUpTo('idempotency_keys', owner, 2);
    const answers = await twoOfSix('idempotency_keys', (number) =>
      post('/v2/users', someone(number), key(number)),
    );
    const [first] = answers.flatMap(({ status }, number) => (status === 201 ? [number] : []));
    expect((await post('/v2/users', someone(first!), key(first!))).status).toBe(201);
    expect((await post('/v2/users', someone(9))).status).toBe(201);
  });
});

describe('mails that a portal sends', () => {
  const victim = () => ({ ...someone(0), first_name: 'Verify at https://evil.example' });
  const mailsTo = (email: string) =>
    count(sql`select 1 from identity.mails where lower(recipient) = ${email}`);

  it('five a day to one address, whatever triggers them; the person is created even without a mail', async () => {
    const { email } = victim();
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const created = await post('/v2/users', victim());
      statuses.push(created.status);
      if (created.status === 201) await admin.delete(`/v2/users/${created.body.id}`);
      else
        expect(created.body).toMatchObject({ error_code: 'limit_reached', limit: 'portal_mails', most: 5 });
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409, 409]);
    expect(await mailsTo(email)).toBe(5);
    expect(
      await count(
        sql`select 1 from identity.accounts where portal_id = ${admin.portal.id} and closed_time is null`,
      ),
    ).toBe(1);
    expect((await post('/v2/users', { ...victim(), send_login_email: false })).status).toBe(201);
  });

  it('twenty a day to one address from all portals together; the others are not sent', async () => {
    const { email } = victim();
    const many = await Promise.all(Array.from({ length: 25 }, () => api.administrator()));
    const answers = await Promise.all(
      many.map(({ token }, number) =>
        api.http.post('/v2/users', {
          token,
          json: { ...victim(), email: number % 2 === 0 ? email : email.toUpperCase() },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await mailsTo(email)).toBe(20);
  });

  it('to any address: as many a day as the portal may send', async () => {
    await fillUpTo('mails_of_portal', admin.portal.id, 2);
    const send = (number: number) =>
      number % 2 === 0 ? post('/v2/users', someone(number)) : post(`/v2/users/${admin.id}/password-mail`, {});
    await twoOfSix('mails_of_portal', send);
  });
});

describe('GET /v2/limits', () => {
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
    const post = (path: string, json: object) => admin.post(path, json);
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
    await admin.put('/v2/configuration', { theme: 'dark', size: 1 });
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
