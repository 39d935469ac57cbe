import { sql } from '@app/database';
import { randomUUID } from 'node:crypto';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** Two requests to one route that differ in path or body. */
type Requests = [path: string, body: object, otherPath: string, otherBody: object];

describe('Idempotency-Key on every operation that creates', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let learner: TestAccount;
  let award: number;
  let lo: number;
  let webhook: string;

  beforeAll(async () => {
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
    learner = await api.account(admin.portal);
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const ids = await seed.load([
      { provider: 'own', external_id: 'award', type: 'award', title: 'Award' },
      { provider: 'own', external_id: 'lo', type: 'text', title: 'Text' },
    ]);
    [award, lo] = [ids.get('own award')!, ids.get('own lo')!];
    const created = await api.http.post('/v2/webhooks', {
      token: admin.token,
      json: { url: 'https://partner.example/hook' },
    });
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
    // onboarding, whose answers are completed later, has its own file: onboard-payment.e2e.spec.ts
    expect([...Object.keys(routes), '/v2/onboard'].sort()).toEqual(documented.sort());
  });

  it.each(Object.entries(routes))(
    'POST %s: once, the same answer again, 409 to a different request',
    async (_, createRequests) => {
      const [path, body, otherPath, otherBody] = createRequests();
      const key = randomUUID();
      const post = (url: string, json: object) =>
        api.http.post(url, { token: admin.token, json, headers: { 'idempotency-key': key } });
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
