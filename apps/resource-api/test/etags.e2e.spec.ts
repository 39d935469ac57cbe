import { sql } from '@app/database';
import { createPortalObjects } from './portal-objects.js';
import { useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();

/** The body that each PATCH and PUT is sent twice; the second time it changes nothing. */
const sent: Record<string, () => object> = {
  'PATCH /v2/users/:userId': () => ({
    status: true,
    roles: ['Manager', 'Learner'],
    custom_fields: { department: 'Sales', level: null },
    managers: [admin.id],
    first_name: 'Ana',
    last_name: 'Changed',
    locale: 'de',
  }),
  'PATCH /v2/learning-objects/:loId': () => ({
    title: 'Changed',
    summary: 'Changed',
    description: 'Changed',
    image: null,
    tags: ['b', 'a'],
    url: 'https://page.example/changed',
    duration: 5,
  }),
  'PATCH /v2/enrollments/:enrollmentId': () => ({
    status: 'completed',
    result: 33.337,
    pass: false,
    due_date: 1774915200,
    start_date: 1774915100,
    end_date: 1774915200,
    enrollment_type: 'assigned',
    award_required: [ids['requiredId']],
    parent_enrollment_id: null,
  }),
  'PATCH /v2/webhooks/:webhookId': () => ({
    url: 'https://partner.example/other',
    user_create: true,
    enabled: true,
    secret_key: 'a secret of my own',
  }),
  'PATCH /v2/collections/:collectionId': () => ({ title: ' Changed ' }),
  'PATCH /v2/content-groups/:groupId': () => ({ title: 'Changed' }),
  'PUT /v2/branding': () => ({ name: 'Acme Academy', color: '#123456', sender_name: null }),
  'PUT /v2/configuration': () => ({ pay_per_seat: true, theme: null }),
};

/** Operations that take an image instead. */
const images = ['PUT /v2/branding/favicon', 'PUT /v2/branding/logo'];

let admin: TestAccount;
let ids: Record<string, number>;

beforeEach(async () => {
  admin = await api.administrator();
  await api.defineFields(admin.portal, { department: 'text', level: 'integer' });
  const json = { title: 'Another', url: 'https://page.example/2' };
  const required = await admin.post('/v2/content/links', json);
  ids = { ...(await createPortalObjects(api, admin)), requiredId: required.body.id };
});

const fillIds = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
const events = () =>
  api.db.value(sql`select count(*) from learning.outbox where portal_id = ${admin.portal.id}`);
/** Moves the stored times of everything back: a time that is written again shows. */
async function makeOld(): Promise<void> {
  for (const table of [
    'identity.accounts',
    'learning.learning_objects',
    'learning.enrollments',
    'learning.webhooks',
    'learning.collections',
    'learning.content_groups',
    'identity.portal_brands',
  ])
    await api.db.many(sql`
      update ${sql.raw(table)} set updated_time = '2026-01-01T00:00:00Z'
       where portal_id = ${admin.portal.id}`);
  await api.db.many(sql`
    update identity.portals set updated_time = '2026-01-01T00:00:00Z' where id = ${admin.portal.id}`);
}
const portalTime = () =>
  api.db.value<Date>(sql`select updated_time from identity.portals where id = ${admin.portal.id}`);

describe('a change without differences (contract 1.14)', () => {
  it('is tested for everything that can be changed', () => {
    const changing = api.server.routes.entries.filter(({ method }) => ['PATCH', 'PUT'].includes(method));
    expect(changing.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      [...Object.keys(sent), ...images].sort(),
    );
  });

  it.each(Object.keys(sent))(
    '%s does not change updated_time and ETag, and sends no events',
    async (operation) => {
      const [method, url] = operation.split(' ') as [string, string];
      const send = (json: object) =>
        api.http[method === 'PUT' ? 'put' : 'patch'](fillIds(url), { token: admin.token, json });
      const get = () => admin.get(fillIds(url));
      const toldCount = await events();
      expect((await send(sent[operation]!())).status).toBe(200);
      if (!/webhooks|configuration|branding|collections|groups/.test(url))
        expect(await events()).toBeGreaterThan(toldCount);
      await makeOld();
      const before = [await get(), await events(), await portalTime()] as const;
      for (const json of [sent[operation]!(), {}]) {
        const { status, body } = await send(json);
        expect([status, body]).toEqual([200, before[0].body]);
        const after = await get();
        expect([after.headers['etag'], after.body]).toEqual([before[0].headers['etag'], before[0].body]);
        expect([await events(), await portalTime()]).toEqual(before.slice(1));
      }
    },
  );

  it('PATCH /v2/learning-objects/:loId stores every field that it is sent', async () => {
    const json = sent['PATCH /v2/learning-objects/:loId']!() as Record<string, unknown>;
    const url = fillIds('/v2/learning-objects/:loId');
    await admin.patch(url, json);
    const { duration, ...others } = json;
    expect((await admin.get(url)).body).toMatchObject({
      ...others,
      delivery: { duration },
    });
  });

  it.each(images)('%s of the same image does not change updated_time', async (operation) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    const headers = { 'content-type': 'image/svg+xml' };
    const put = () => api.http.put(operation.split(' ')[1]!, { token: admin.token, body, headers });
    expect((await put()).status).toBe(200);
    await makeOld();
    const { status, body: keptBody } = await put();
    expect([status, keptBody.updated_time]).toEqual([200, '2026-01-01T00:00:00+00:00']);
  });

  it('includes one after a user was created with an empty custom field', async () => {
    const json = {
      email: 'empty@fields.example',
      first_name: 'Eve',
      last_name: 'Empty',
      custom_fields: { department: null, level: 3 },
    };
    const { body: createdBody } = await admin.post('/v2/users', json);
    expect(createdBody.custom_fields).toEqual({ level: 3 });
    await makeOld();
    const toldCount = await events();
    const { body } = await admin.patch(`/v2/users/${createdBody.id}`, {});
    expect([body.updated_time, await events()]).toEqual(['2026-01-01T00:00:00+00:00', toldCount]);
  });

  it('includes roles and managers in a different order', async () => {
    const patch = (json: object) => admin.patch(fillIds('/v2/users/:userId'), json);
    const other = await api.account(admin.portal);
    await patch({ roles: ['Manager', 'Learner'], managers: [admin.id, other.id] });
    const toldCount = await events();
    const { body } = await patch({ roles: ['Learner', 'Manager'], managers: [other.id, admin.id] });
    expect([body.roles, body.managers, await events()]).toEqual([
      ['Manager', 'Learner'],
      [admin.id, other.id],
      toldCount,
    ]);
  });

  it('includes linking a goal again with the same value', async () => {
    const link = (json: object) => admin.post(fillIds('/v2/enrollments/:enrollmentId/goal'), json);
    await link({ goal_id: 9, value: 0.5 });
    const toldCount = await events();
    await makeOld();
    const { body } = await link({ goal_id: 9, value: 0.5 });
    expect([body.updated_time, await events()]).toEqual(['2026-01-01T00:00:00+00:00', toldCount]);
    await link({ goal_id: 9 });
    expect(await events()).toBe(toldCount + 1);
  });

  it('does not change the creator of an enrollment', async () => {
    const learner = await api.account(admin.portal);
    const enroll = (query = '') => learner.post(`/v2/enrollments${query}`, { lo_id: ids['loId'] });
    const { body } = await enroll();
    await admin.patch(`/v2/enrollments/${body.id}`, { due_date: null });
    expect((await enroll('?re-enroll=true')).status).toBe(201);
  });
});

/** A change valid in any state, by the path of the object. */
const changes: Record<string, object> = {
  '/v2/users/:userId': { last_name: 'Changed' },
  '/v2/learning-objects/:loId': { summary: 'Changed' },
  '/v2/enrollments/:enrollmentId': { result: 42 },
  '/v2/webhooks/:webhookId': { user_create: true },
  '/v2/collections/:collectionId': { title: 'Changed' },
  '/v2/content-groups/:groupId': { title: 'Changed' },
};

describe('ETag and If-Match', () => {
  const get = (path: string, headers = {}) => admin.get(path, { headers });
  const patch = (url: string, headers: Record<string, string>) =>
    admin.patch(fillIds(url), changes[url], { headers });

  it('exist for everything that can be changed', async () => {
    const patched = api.server.routes.entries.filter(({ method }) => method === 'PATCH');
    expect(patched.map(({ url }) => url).sort()).toEqual(Object.keys(changes).sort());
    const { body } = await api.http.get('/docs-json');
    for (const url of Object.keys(changes)) {
      const documented = body.paths[url.replace(/:(\w+)/, '{$1}')].patch;
      const names = documented.parameters.map(({ name }: { name: string }) => name);
      expect([url, names]).toEqual([url, expect.arrayContaining(['If-Match'])]);
      expect(Object.keys(documented.responses)).toContain('412');
    }
  });

  describe.each(Object.keys(changes))('%s', (url) => {
    it('returns a strong ETag, and 304 without a body to If-None-Match', async () => {
      const first = await get(fillIds(url));
      expect(first.headers['etag']).toMatch(/^"[\w-]+"$/);
      const again = await get(fillIds(url), { 'if-none-match': String(first.headers['etag']) });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);
      const other = await get(fillIds(url), { 'if-none-match': '"other"' });
      expect([other.status, other.body]).toEqual([200, first.body]);
    });

    it('is deleted only in the state given by the ETag', async () => {
      const remove = (etag: string) => admin.delete(fillIds(url), { headers: { 'if-match': etag } });
      const { etag } = (await get(fillIds(url))).headers;
      expect((await patch(url, {})).status).toBe(200);
      const stale = await remove(String(etag));
      expect([stale.status, stale.body.error_code]).toEqual([412, 'precondition_failed']);
      const { etag: now } = (await get(fillIds(url))).headers;
      expect((await remove(String(now))).status).toBe(204);
      expect((await get(fillIds(url))).status).toBe(404);
    });

    it('changes with the ETag that was read, and returns the next one', async () => {
      const read = await get(fillIds(url));
      const changed = await patch(url, { 'if-match': String(read.headers['etag']) });
      expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(changes[url])]);
      expect(changed.headers['etag']).not.toBe(read.headers['etag']);
      expect((await get(fillIds(url))).headers['etag']).toBe(changed.headers['etag']);
    });

    it('answers 412 to any other, and changes nothing', async () => {
      const read = await get(fillIds(url));
      const refused = await patch(url, { 'if-match': '"other"' });
      expect([refused.status, refused.body.error_code]).toEqual([412, 'precondition_failed']);
      expect((await get(fillIds(url))).headers['etag']).toBe(read.headers['etag']);
    });

    it('accepts one of five writers with the same ETag', async () => {
      const etag = String((await get(fillIds(url))).headers['etag']);
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => patch(url, { 'if-match': etag })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    });

    it('accepts If-Match: * for any state', async () => {
      expect((await patch(url, { 'if-match': '*' })).status).toBe(200);
    });
  });
});
