import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let lo: number;
beforeAll(async () => {
  admin = await api.administrator();
  lo = (await post('/v2/content/links', { title: 'A page', url: 'https://page.example/' })).body.id;
});

const post = (path: string, json: object) => api.http.post(path, { token: admin.token, json });
const patch = (path: string, json: object) => api.http.patch(path, { token: admin.token, json });

/** The field names of a body, by its component in the OpenAPI document. */
const listFields = async (component: string): Promise<string[]> => {
  const { body } = await api.http.get('/docs-json');
  return Object.keys(body.components.schemas[component].properties);
};
const allNull = async (component: string) =>
  Object.fromEntries((await listFields(component)).map((name) => [name, null]));

describe('null in a JSON body', () => {
  it('means "not sent" in POST wherever the answer is never null', async () => {
    const user = {
      ...(await allNull('CreateUser')),
      email: 'n@example.com',
      first_name: 'N',
      last_name: 'N',
    };
    expect((await post('/v2/users', user)).body).toMatchObject({
      roles: ['Learner'],
      locale: 'en',
      managers: [],
    });
    const enrollment = { ...(await allNull('CreateEnrollment')), lo_id: lo, user_id: admin.id };
    const { status, body } = await post('/v2/enrollments', enrollment);
    expect([status, body.status, body.type, body.pass]).toEqual([201, 'not-started', 'enrollment', null]);
    const link = { ...(await allNull('CreateLink')), title: 'Another', url: 'https://page.example/' };
    expect((await post('/v2/content/links', link)).body).toMatchObject({ description: '', language: 'en' });
  });

  it('is a missing field where one is required', async () => {
    const { status, body } = await post('/v2/users', await allNull('CreateUser'));
    const named = body.additional_errors.map((error: { path: string; error_code: string }) => [
      error.path,
      error.error_code,
    ]);
    expect(status).toBe(400);
    expect(named).toEqual(['email', 'first_name', 'last_name'].map((path) => [path, 'required']));
  });

  it('means "not sent" in PATCH, and clears fields that may be null in answers', async () => {
    const { id } = await api.account(admin.portal);
    const user = await api.http.get(`/v2/users/${id}`, { token: admin.token });
    const same = await patch(`/v2/users/${id}`, await allNull('UpdateUser'));
    expect([same.status, same.body]).toEqual([200, user.body]);

    await patch(`/v2/learning-objects/${lo}`, { summary: 'S', image: 'https://page.example/i.png' });
    const object = await patch(`/v2/learning-objects/${lo}`, await allNull('UpdateLearningObject'));
    expect(object.body).toMatchObject({ title: 'A page', summary: null, image: null, tags: [] });

    const enrollmentBody = {
      user_id: id,
      lo_id: lo,
      result: 5,
      pass: true,
      due_date: 1774915200,
      status: 'in-progress',
    };
    const enrollment = (await post('/v2/enrollments', enrollmentBody)).body.id;
    const cleared = await patch(`/v2/enrollments/${enrollment}`, await allNull('UpdateEnrollment'));
    expect([cleared.status, cleared.body]).toEqual([
      200,
      expect.objectContaining({
        status: 'in-progress',
        result: null,
        pass: null,
        due_date: null,
        type: 'enrollment',
      }),
    ]);
  });

  it('generates a webhook’s secret_key on POST and rotation, and keeps it on PATCH; "" means unsigned', async () => {
    const url = 'https://partner.example/hook';
    const created = await post('/v2/webhooks', { ...(await allNull('CreateWebhookBody')), url });
    expect([created.status, created.body.secret_key_set]).toEqual([201, true]);
    expect(created.body.secret_key).toMatch(/^whsec_/);
    const path = `/v2/webhooks/${created.body.id}`;
    const stored = () => api.db.one(sql`select secret from learning.webhooks where id = ${created.body.id}`);
    const before = await stored();
    expect((await patch(path, await allNull('UpdateWebhookBody'))).body.secret_key_set).toBe(true);
    expect(await stored()).toEqual(before);
    const rotated = await post(`${path}/rotate-secret`, { secret_key: null, overlap_seconds: null });
    expect(rotated.body.secret_key).toMatch(/^whsec_/);
    expect((await patch(path, { secret_key: '' })).body.secret_key_set).toBe(false);
    expect((await post('/v2/webhooks', { url, secret_key: '' })).body.secret_key_set).toBe(false);
  });

  it('is a value in configuration and custom fields', async () => {
    const { body } = await api.http.put('/v2/configuration', { token: admin.token, json: { theme: null } });
    expect(body).toEqual({ theme: null });
    await api.defineFields(admin.portal, { level: 'integer' });
    const { id } = await api.account(admin.portal);
    await patch(`/v2/users/${id}`, { custom_fields: { level: 3 } });
    expect((await patch(`/v2/users/${id}`, { custom_fields: { level: null } })).body.custom_fields).toEqual(
      {},
    );
  });

  it('means "not sent" for every one of many people', async () => {
    const unset = { password: null, phone: null, consent: null, jwt: null };
    const people = Array.from({ length: 100 }, (_, index) => ({
      ...unset,
      email: `p${index}@example.com`,
      first_name: 'P',
      last_name: 'P',
    }));
    const { status, body } = await post('/v2/onboard', { additional_users: people });
    expect(status).toBe(400);
    const named = body.additional_errors.map(({ path }: { path: string }) => path);
    expect(named.filter((path: string) => path.startsWith('additional_users'))).toEqual([]);
    expect(named).toContain('creation_path');
  });

  it('is never allowed in a list, and never bypasses another refusal', async () => {
    for (const [path, json] of [
      ['managers.0', { managers: [null] }],
      ['roles', { roles: 5, status: null }],
    ] as const) {
      const { id } = await api.account(admin.portal);
      const { status, body } = await patch(`/v2/users/${id}`, json);
      expect([status, body.additional_errors[0].path]).toEqual([400, path]);
    }
  });
});
