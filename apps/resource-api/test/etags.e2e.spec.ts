import { createPortalObjects } from './portal-objects.js';
import { useResourceApi, type TestAccount } from './resource-api.js';

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
  const api = useResourceApi();
  let admin: TestAccount;
  let ids: Record<string, number>;

  beforeEach(async () => {
    admin = await api.administrator();
    ids = await createPortalObjects(api, admin);
  });

  const fillIds = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
  const get = (path: string, headers = {}) => api.http.get(path, { token: admin.token, headers });
  const patch = (url: string, headers: Record<string, string>) =>
    api.http.patch(fillIds(url), { token: admin.token, json: changes[url], headers });

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
      const remove = (etag: string) =>
        api.http.delete(fillIds(url), { token: admin.token, headers: { 'if-match': etag } });
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
