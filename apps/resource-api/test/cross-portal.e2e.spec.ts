import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** Bodies with which a request would succeed in the caller's own portal, by route; other routes need none. */
const bodies: Record<string, object> = {
  'POST /v2/collections/:collectionId/items/add': { lo: [1] },
  'POST /v2/collections/:collectionId/items/remove': { lo: [1] },
  'POST /v2/content-groups/:groupId/items/add': { lo: [1] },
  'POST /v2/content-groups/:groupId/items/remove': { lo: [1] },
  'POST /v2/enrollments/:enrollmentId/goal': { goal_id: 1 },
  'POST /v2/webhooks/:webhookId/replay': { from: 1, to: 2 },
};

/** The same for queries. */
const queries: Record<string, string> = {
  '/v2/webhooks/:webhookId/statistics': '?from=1&to=2',
};

describe('isolation between portals', () => {
  const api = useResourceApi();
  let here: TestAccount;
  let otherAdmin: TestAccount;
  /** Ids in the other portal, by the name of the path parameter. */
  let ids: Record<string, string | number>;

  beforeAll(async () => {
    here = await api.administrator(await api.portal({ features: ['login_links'] }));
    otherAdmin = await api.administrator();
    const learner = await api.account(otherAdmin.portal);
    const seed = await api.catalogue();
    await seed.provider('there', otherAdmin.portal.id);
    const loaded = await seed.load([{ provider: 'there', external_id: 'lo', type: 'text', title: 'Theirs' }]);
    const loId = loaded.get('there lo')!;
    const collectionId = await seed.collection('theirs', otherAdmin.portal.id);
    const token = otherAdmin.token;
    const enrollment = await api.http.post('/v2/enrollments', {
      token,
      json: { user_id: learner.id, lo_id: loId },
    });
    const webhook = await api.http.post('/v2/webhooks', { token, json: { url: 'https://example.com/hook' } });
    expect([enrollment.status, webhook.status]).toEqual([201, 201]);
    const test = await api.http.post(`/v2/webhooks/${webhook.body.id}/test`, { token });
    ids = {
      userId: learner.id,
      enrollmentId: enrollment.body.id,
      loId,
      collectionId,
      groupId: await seed.group('Theirs', otherAdmin.portal.id),
      webhookId: webhook.body.id,
      deliveryId: test.body?.id ?? 1,
    };
  });

  const routes = () =>
    api.server.routes.entries.filter(
      ({ method, url }) =>
        url.startsWith('/v2/') && url.includes(':') && method !== 'HEAD' && method !== 'OPTIONS',
    );

  it('every route with an id answers 404 to an id of another portal, and changes nothing there', async () => {
    expect(routes().length).toBeGreaterThan(10);
    const dump = () =>
      api.db.many(sql`
        select row_to_json(e)::text from learning.enrollments e
        union all select row_to_json(a)::text from identity.accounts a
        union all select row_to_json(w)::text from learning.webhooks w
        union all select row_to_json(o)::text from learning.learning_objects o
        union all select row_to_json(c)::text from learning.collections c
        union all select row_to_json(g)::text from learning.content_groups g`);
    const before = await dump();
    for (const { method, url } of routes()) {
      const path = url.replace(/:(\w+)/g, (_, name: string) => {
        if (ids[name] === undefined)
          throw new Error(`this test knows no ${name} of the other portal: add one`);
        return String(ids[name]);
      });
      const address = path + (queries[url] ?? '');
      const json = method === 'GET' || method === 'DELETE' ? undefined : (bodies[`${method} ${url}`] ?? {});
      const { status, text } = await api.http.send(method, address, { token: here.token, json });
      expect([method, url, status, text.includes('Theirs')]).toEqual([method, url, 404, false]);
    }
    expect(await dump()).toEqual(before);
  });

  it('the same ids work in their own portal', async () => {
    for (const path of [
      `/v2/users/${ids['userId']}`,
      `/v2/enrollments/${ids['enrollmentId']}`,
      `/v2/learning-objects/${ids['loId']}`,
      `/v2/webhooks/${ids['webhookId']}`,
      `/v2/collections/${ids['collectionId']}`,
      `/v2/content-groups/${ids['groupId']}`,
    ]) {
      expect([path, (await api.http.get(path, { token: otherAdmin.token })).status]).toEqual([path, 200]);
    }
  });

  it('ids of another portal in a body are refused', async () => {
    const send = (path: string, json: object) => api.http.post(path, { token: here.token, json });
    expect((await send('/v2/enrollments', { user_id: ids['userId'], lo_id: ids['loId'] })).status).toBe(404);
    expect(
      (await send('/v2/enrollments/award', { user_id: ids['userId'], award_id: ids['loId'] })).status,
    ).toBe(404);
    const user = { email: 'x@example.com', first_name: 'X', last_name: 'Y' };
    expect((await send('/v2/users', { ...user, managers: [ids['userId']] })).status).toBe(400);
    expect((await send('/v2/collections/default/items/add', { lo: [ids['loId']] })).status).toBe(400);
  });

  it('lists show nothing of another portal', async () => {
    const lists = ['users', 'enrollments', 'learning-objects', 'webhooks', 'collections', 'content-groups'];
    for (const path of lists.map((name) => `/v2/${name}`)) {
      const { body } = await api.http.get(path, { token: here.token });
      const isFound = JSON.stringify(body.hits).includes('Theirs');
      expect([path, isFound]).toEqual([path, false]);
    }
    const { body } = await api.http.get(`/v2/users?email=${encodeURIComponent(otherAdmin.email)}`, {
      token: here.token,
    });
    expect(body.total).toBe(0);
  });
});
