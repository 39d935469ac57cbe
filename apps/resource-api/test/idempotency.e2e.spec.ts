import { scopes as allScopes, type Role, type Scope } from '@app/contracts';
import { sql } from '@app/database';
import { randomUUID } from 'node:crypto';
import { useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator(await api.portal({ features: ['login_links'] }));
});

describe('Idempotency-Key', () => {
  const someone = () => ({
    email: `${randomUUID()}@example.com`,
    first_name: 'Nia',
    last_name: 'Bell',
    send_login_email: false,
  });
  const post = (path: string, key: string, json: object, token = admin.token) =>
    api.http.post(path, { token, json, headers: { 'idempotency-key': key } });
  const create = (key: string, json: object, token?: string) => post('/v2/users', key, json, token);
  const listAccounts = (email: string) =>
    api.db.many(sql`
      select a.id from identity.accounts a join identity.persons p on p.id = a.person_id
       where p.email = ${email}`);

  it('repeats the first answer for the same key and the same body', async () => {
    const [key, user] = [randomUUID(), someone()];
    const first = await create(key, user);
    const { email, ...rest } = user;
    const again = await create(key, { ...rest, email }); // the order of members does not matter
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await listAccounts(user.email)).toHaveLength(1);
  });

  it('answers 409 idempotency_key_reused to another body or another operation', async () => {
    const [key, user] = [randomUUID(), someone()];
    await create(key, user);
    const other = await create(key, { ...user, first_name: 'Mia' });
    expect([other.status, other.body.error_code]).toEqual([409, 'idempotency_key_reused']);
    const elsewhere = await post('/v2/content/links', key, user);
    expect([elsewhere.status, elsewhere.body.error_code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('answers 409 idempotency_answer_lost when the stored answer cannot be read, and creates nothing twice', async () => {
    const [key, other, user] = [randomUUID(), randomUUID(), someone()];
    await create(key, user);
    const sent = someone();
    await create(other, sent);
    await api.db.many(sql`
      update maintenance.idempotency_keys set answer_sealed = '\\x00' where key = ${key}`);
    const again = await create(key, user);
    expect([again.status, again.body.error_code]).toEqual([409, 'idempotency_answer_lost']);
    expect(await listAccounts(user.email)).toHaveLength(1);
    expect((await create(other, sent)).status).toBe(201);
  });

  it('creates one object for many concurrent requests, and returns the same answer to all', async () => {
    const [key, user] = [randomUUID(), someone()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(key, user)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await listAccounts(user.email)).toHaveLength(1);
  });

  it('accepts one of many without a key; the others get 409', async () => {
    const user = someone();
    const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post('/v2/users', user)));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(await listAccounts(user.email)).toHaveLength(1);
  });

  it('stores no errors: the same key works once the cause is gone', async () => {
    const [key, user] = [randomUUID(), someone()];
    expect((await create(key, { ...user, email: 'nonsense' })).status).toBe(400);
    const existing = await create(randomUUID(), user);
    expect((await create(key, user)).body.error_code).toBe('user_exists');
    await admin.delete(`/v2/users/${existing.body.id}`);
    expect((await create(key, user)).status).toBe(201);
  });

  it('keeps keys of different portals, clients and people separate', async () => {
    const key = randomUUID();
    const first = await create(key, someone());
    const stranger = await api.administrator();
    const colleague = await api.administrator(admin.portal);
    for (const token of [stranger.token, colleague.token]) {
      const answer = await create(key, someone(), token);
      expect(answer.status).toBe(201);
      expect(answer.body.id).not.toBe(first.body.id);
    }
  });

  it('repeats nothing to a token with fewer scopes or roles, and creates nothing for it', async () => {
    const [key, user] = [randomUUID(), someone()];
    const sign = (scopes: Scope[], roles: Role[]) =>
      api.mint.sign({ portal: admin.portal, account: { ...admin, roles }, scopes });
    const first = await create(key, user, await sign([...allScopes], ['Administrator', 'Manager']));
    const narrow = await create(key, user, await sign(['user.write'], ['Administrator', 'Manager']));
    expect([narrow.status, narrow.body.error_code]).toEqual([403, 'insufficient_scope']);
    const lesser = await create(key, user, await sign([...allScopes], ['Administrator']));
    expect([lesser.status, lesser.body.error_code]).toEqual([403, 'role_required']);
    expect(await listAccounts(user.email)).toHaveLength(1);
    const more = await create(
      key,
      user,
      await sign([...allScopes], ['Manager', 'Administrator', 'Content administrator']),
    );
    expect(more.body).toEqual(first.body);
  });

  it('forgets the key after 24 hours', async () => {
    const key = randomUUID();
    const first = await create(key, someone());
    api.clock.advance(86_400 - 60);
    const token = await api.mint.sign({ portal: admin.portal, account: admin });
    expect((await create(key, someone(), token)).body.error_code).toBe('idempotency_key_reused');
    api.clock.advance(120);
    const later = await create(key, someone(), token);
    expect([later.status, later.body.id === first.body.id]).toEqual([201, false]);
    admin = api.withToken(admin, token);
  });

  it('stores a login link no longer than it is valid', async () => {
    const key = randomUUID();
    const path = `/v2/users/${admin.id}/login`;
    const first = await post(path, key, {});
    expect((await post(path, key, {})).body).toEqual(first.body);
    api.clock.advance(601);
    const later = await post(path, key, {});
    expect(later.status).toBe(200);
    expect(later.body.url).not.toBe(first.body.url);
  });

  it('stores nothing in plain text', async () => {
    const key = randomUUID();
    const answer = await post('/v2/webhooks', key, { url: 'http://localhost:9/hook' });
    expect(answer.body.secret_key).toMatch(/^whsec_/);
    expect((await post('/v2/webhooks', key, { url: 'http://localhost:9/hook' })).body).toEqual(answer.body);
    const storedAnswer = await api.db.one<{ answer_sealed: Buffer }>(sql`
      select answer_sealed from maintenance.idempotency_keys where key = ${key}`);
    expect(storedAnswer.answer_sealed.includes('whsec_')).toBe(false);
    expect(storedAnswer.answer_sealed.includes('"url"')).toBe(false);
  });

  it('answers 400 to a key of more than 255 characters', async () => {
    const answer = await create('x'.repeat(256), someone());
    expect(answer.status).toBe(400);
    expect(answer.body.additional_errors).toEqual([
      expect.objectContaining({ path: 'Idempotency-Key', error_code: 'invalid_idempotency_key' }),
    ]);
    expect((await create('x'.repeat(255), someone())).status).toBe(201);
  });

  it('is supported by every operation that creates', async () => {
    const { body } = await api.http.get('/docs-json');
    const creating = Object.entries<Record<string, any>>(body.paths)
      .filter(
        ([, operations]) => operations['post']?.responses['201'] ?? operations['post']?.responses['202'],
      )
      .map(
        ([path, { post: operation }]) => [path, operation.parameters?.map((one: any) => one.name)] as const,
      );
    expect(creating.length).toBeGreaterThanOrEqual(9);
    for (const [path, parameters] of creating) {
      expect([path, parameters]).toEqual([path, expect.arrayContaining(['Idempotency-Key'])]);
    }
  });
});

/** Two requests to one route that differ in path or body. */
type Requests = [path: string, body: object, otherPath: string, otherBody: object];

describe('Idempotency-Key on every operation that creates', () => {
  let learner: TestAccount;
  let award: number;
  let lo: number;
  let webhook: string;

  beforeAll(async () => {
    learner = await api.account(admin.portal);
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const ids = await seed.load([
      { provider: 'own', external_id: 'award', type: 'award', title: 'Award' },
      { provider: 'own', external_id: 'lo', type: 'text', title: 'Text' },
    ]);
    [award, lo] = [ids.get('own award')!, ids.get('own lo')!];
    const created = await admin.post('/v2/webhooks', { url: 'https://partner.example/hook' });
    webhook = `/v2/webhooks/${created.body.id}`;
    await api.db.many(sql`
      with event as (
        insert into learning.outbox (shard, portal_id, type, object_type, object_id, data)
        values (0, ${admin.portal.id}, 'user.update', 'user', 7, '{}') returning id, created_on, fired_at)
      insert into learning.webhook_deliveries
        (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state, delivered_time)
      select created_on, ${created.body.id}, 1, id, 'user.update', 'user:7', fired_at, 1, now() from event`);
  });

  const same = (path: string, body: object, otherBody: object): Requests => [path, body, path, otherBody];
  const address = 'https://page.example/';
  const person = { first_name: 'Nia', last_name: 'Bell', send_login_email: false };
  const now = Math.floor(Date.now() / 1000);
  const routes: Record<string, () => Requests> = {
    '/v2/users': () => {
      const user = { ...person, email: `${randomUUID()}@example.com` };
      return same('/v2/users', user, { ...user, roles: ['Manager'] });
    },
    '/v2/enrollments': () =>
      same(
        '/v2/enrollments',
        { user_id: learner.id, lo_id: lo },
        { user_id: learner.id, lo_id: lo, result: 1 },
      ),
    '/v2/enrollments/award': () => {
      const wish = { user_id: learner.id, award_id: award };
      return same('/v2/enrollments/award', wish, { ...wish, due_date: now });
    },
    '/v2/content/links': () =>
      same('/v2/content/links', { title: 'A', url: address }, { title: 'B', url: address }),
    '/v2/content/manual': () =>
      same('/v2/content/manual', { title: 'A', provider: 'P' }, { title: 'A', provider: 'Q' }),
    '/v2/collections': () => same('/v2/collections', { title: 'A' }, { title: 'B' }),
    '/v2/content-groups': () => same('/v2/content-groups', { title: 'A' }, { title: 'B' }),
    '/v2/webhooks': () => same('/v2/webhooks', { url: address }, { url: address, enabled: false }),
    '/v2/webhooks/{webhookId}/rotate-secret': () =>
      same(`${webhook}/rotate-secret`, {}, { overlap_seconds: 5 }),
    '/v2/webhooks/{webhookId}/test': () => same(`${webhook}/test`, {}, { other: true }),
    '/v2/webhooks/{webhookId}/replay': () =>
      same(`${webhook}/replay`, { from: now - 60, to: now }, { from: now - 61, to: now }),
    '/v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': () =>
      same(`${webhook}/deliveries/1/redeliver`, {}, { other: true }),
    '/v2/users/{userId}/login': () => {
      const path = `/v2/users/${learner.id}/login`;
      return [path, {}, `${path}?redirect_url=/other`, {}];
    },
    '/v2/me/login': () => ['/v2/me/login', {}, '/v2/me/login?redirect_url=/other', {}],
  };

  it('has a case for every operation with the header', async () => {
    const { body } = await api.http.get('/docs-json');
    const acceptsKey = (operation: { parameters?: { name: string }[] } | undefined) =>
      operation?.parameters?.some(({ name }) => name === 'Idempotency-Key');
    const documented = Object.entries<Record<string, object>>(body.paths)
      .filter(([, operations]) => Object.values(operations).some(acceptsKey))
      .map(([path]) => path);
    // onboarding, whose answers are completed later, has its own file: onboard-limits.e2e.spec.ts
    expect([...Object.keys(routes), '/v2/onboard'].sort()).toEqual(documented.sort());
  });

  it.each(Object.entries(routes))(
    'POST %s: once, the same answer again, 409 to a different request',
    async (_, createRequests) => {
      const [path, body, otherPath, otherBody] = createRequests();
      const key = randomUUID();
      const post = (url: string, json: object) =>
        admin.post(url, json, { headers: { 'idempotency-key': key } });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(path, body)));
      const texts = new Set(answers.map(({ text }) => text));
      expect([...texts].map((text) => JSON.parse(text) as object)).toEqual([answers[0]!.body]);
      expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
      expect(answers[0]!.status).toBeLessThan(300);
      const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
      expect(replayed).toHaveLength(4);
      const other = await post(otherPath, otherBody);
      expect([other.status, other.body.error_code]).toEqual([409, 'idempotency_key_reused']);
    },
  );
});
