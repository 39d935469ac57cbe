import { triedIn, type TestRequest, DocumentReader, inAddress } from '@app/testing';
import { sql } from '@app/database';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { resourceApiDocument } from '../src/openapi.js';

const api = useResourceApi();
let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator(await api.portal({ features: ['login_links'] }));
});

interface Schema {
  $ref?: string;
  type?: string;
  example?: Record<string, unknown>;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Text that no column can store or that is unreadable, and numbers outside every number type. */
const badTexts = ['a\0', 'a\u0001', '\ud800', 'a\udfffb'];
const badNumbers = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e300, -1e300];
/** List cursors with numbers that no row has. */
const cursors = [
  '0.9999999999',
  '999999999999999.1',
  '1.1.999999999999999',
  '999999999999999.999999999999999',
];

/** Bad values for every parameter in the OpenAPI document: the schemas must refuse them, never Postgres. */
describe('values that Postgres cannot store', () => {
  let ids: Record<string, string | number>;
  let paths: [string, Record<string, Operation>][];
  let schemas: Record<string, Schema>;

  beforeAll(async () => {
    const learner = await api.account(admin.portal);
    await api.defineFields(admin.portal, { department: 'text', level: 'integer', ratio: 'number' });
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const loaded = await seed.load([
      { provider: 'own', external_id: 'lo', type: 'link', title: 'T', url: 'https://a.example/' },
    ]);
    const loId = loaded.get('own lo')!;
    const create = async (path: string, json?: object) => {
      const { status, body } = await admin.post(path, json);
      expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
      return body.id as number;
    };
    const webhookId = await create('/v2/webhooks', { url: 'https://example.com/hook' });
    ids = {
      userId: learner.id,
      loId,
      webhookId,
      collectionId: 'default',
      enrollmentId: await create('/v2/enrollments', { user_id: learner.id, lo_id: loId }),
      deliveryId: await create(`/v2/webhooks/${webhookId}/test`),
    };
    const document = await resourceApiDocument(api.server.app, api.settings);
    paths = Object.entries(document.paths) as unknown as typeof paths;
    schemas = document.components.schemas as Record<string, Schema>;
  });

  const operations = () =>
    paths.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'delete')
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
  const address = (path: string, change: Record<string, string> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(change[name] ?? ids[name] ?? 1));
  const sendRequest = async (method: string, path: string, sent: TestRequest = {}) => {
    const { status, body, text } = await api.http.send(method, path, { token: admin.token, ...sent });
    const what = `${method} ${path} ${sent.body?.toString() ?? ''}`;
    if (status === 503 || status < 500) expect([what, body?.error_code]).not.toEqual([what, 'invalid_value']);
    else throw new Error(`${what}: ${status} ${text}`);
  };

  it('are refused in a path', async () => {
    const values = ['%00', '%ED%A0%80', 'a%00', '2147483648', '-1', '9'.repeat(600), '1e3', '9'.repeat(20)];
    for (const { path, method } of operations())
      for (const [, name] of path.matchAll(/\{(\w+)\}/g))
        for (const value of values) await sendRequest(method, address(path, { [name!]: value }));
    for (const path of ['/preview/', '/launch/'])
      for (const value of values) await sendRequest('GET', `${path}${value}`);
  });

  it('are refused in a query', async () => {
    let place = 0;
    for (const { path, method, operation } of operations())
      for (const { name } of (operation.parameters ?? []).filter((one) => one.in === 'query')) {
        place += 1;
        const names = [name, `${name}[]`, `${name}[min]`, `${name}[0][max]`, `${name}[country][]`];
        const values = [
          ...['a%00', '%ED%A0%80', '9'.repeat(40), 'Infinity', 'NaN'],
          ...badNumbers.map(String),
        ];
        const spelt = values.flatMap((value) => names.map((one) => `${one}=${encodeURI(value)}`));
        for (const query of triedIn(place, spelt))
          await sendRequest(method, `${address(path)}?${query}&scroll=${name === 'scrollId'}`);
      }
  });

  it('are refused in a cursor', async () => {
    for (const { path, method, operation } of operations())
      if (operation.parameters?.some(({ name }) => name === 'cursor'))
        for (const cursor of cursors)
          await sendRequest(method, `${address(path)}?cursor=${Buffer.from(cursor).toString('base64url')}`);
  });

  it('are refused in a body', async () => {
    let requestCount = 0;
    let place = 0;
    for (const { path, method, operation } of operations()) {
      const bodySchema = operation.requestBody?.content['application/json']?.schema;
      if (!bodySchema) continue;
      const schema = bodySchema.$ref ? schemas[bodySchema.$ref.split('/').at(-1)!]! : bodySchema;
      const { example } = schema;
      for (const name of [...Object.keys(schema.properties ?? {}), 'anything_else']) {
        place += 1;
        const members = ['department', 'level', 'ratio', 'name', 'seats', 'domain'];
        const values = [...badTexts, ...badNumbers].flatMap((bad) => [
          bad,
          [bad],
          ...members.map((member) => ({ [member]: bad })),
        ]);
        for (const value of triedIn(place, values)) {
          await sendRequest(method, address(path), {
            body: JSON.stringify({ ...example, [name]: value }),
            headers: { 'content-type': 'application/json' },
          });
          requestCount += 1;
        }
      }
    }
    expect(requestCount).toBeGreaterThan(500);
  });

  it('are refused naming the field', async () => {
    const named = async (method: string, path: string, json?: object) => {
      const answer = await api.http.send(method, path, { token: admin.token, ...(json && { json }) });
      return [answer.status, answer.body.additional_errors?.[0]?.path];
    };
    expect(await named('PUT', '/v2/configuration', { theme: '\ud800' })).toEqual([400, 'theme']);
    expect(
      await named('PATCH', `/v2/users/${ids['userId']}`, { custom_fields: { department: '\ud800' } }),
    ).toEqual([400, 'custom_fields.department']);
    expect(await named('GET', `/v2/webhooks/${ids['webhookId']}/deliveries?type=a%00`)).toEqual([
      400,
      'type',
    ]);
    expect(await named('GET', '/v2/enrollment-aggregates?min_enrollment_count=2147483648')).toEqual([
      400,
      'min_enrollment_count',
    ]);
    expect(await named('GET', '/v2/users?cursor=MC45OTk5OTk5OTk5')).toEqual([400, 'cursor']);
  });
});

describe('null in a JSON body', () => {
  let admin: TestAccount;
  let lo: number;
  beforeAll(async () => {
    admin = await api.administrator();
    lo = (await post('/v2/content/links', { title: 'A page', url: 'https://page.example/' })).body.id;
  });

  const post = (path: string, json: object) => admin.post(path, json);
  const patch = (path: string, json: object) => admin.patch(path, json);

  /** The field names of a body, by its component in the OpenAPI document. */
  const listFields = async (component: string): Promise<string[]> => {
    const { body } = await api.http.get('/docs-json');
    return Object.keys(body.components.schemas[component].properties);
  };
  const allNull = async (component: string) =>
    Object.fromEntries((await listFields(component)).map((name) => [name, null]));

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
    const user = await admin.get(`/v2/users/${id}`);
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
    const { body } = await admin.put('/v2/configuration', { theme: null });
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

/** An answer must not grow to many times the size of its request. */
describe('The size of an answer to wrong values', () => {
  const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
  /** Bytes of an answer that refuses something: a hundred wrong fields, each with its name and a sentence. */
  const most = 20_000;
  const measureAnswer = async (method: string, path: string, body?: string): Promise<number> => {
    const { status, body: answer } = await api.http.send(method.toUpperCase(), path, {
      token: admin.token,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(status).toBeLessThan(500);
    return JSON.stringify(answer ?? '').length;
  };
  const address = (path: string) => path.replace(/\{\w+\}/g, '1');

  it.each(document.bodyFields())('%s %s, the field %s', async (method, path, field) => {
    for (const element of ['"x"', '{}', '[]', 'null', '{"a":{}}']) {
      const list = Array.from({ length: 2_000 }, () => element).join();
      expect(await measureAnswer(method, address(path), `{"${field}":[${list}]}`)).toBeLessThan(most);
    }
    const names = Array.from({ length: 2_000 }, (_, index) => `"a${index}":{}`).join();
    expect(await measureAnswer(method, address(path), `{"${field}":{${names}}}`)).toBeLessThan(most);
    expect(
      await measureAnswer(method, address(path), JSON.stringify({ [field]: 'x,'.repeat(2_000) })),
    ).toBeLessThan(most);
  });

  it.each(document.queryParameters())('%s %s, the parameter %s', async (method, path, name) => {
    for (const text of [
      `${name}=${'%,'.repeat(4_000)}`,
      `${name}=${Array.from({ length: 4_000 }, (_, index) => `x${index}`).join()}`,
      `${name}=x&`.repeat(500),
      `${name}[]=x&`.repeat(500),
      Array.from({ length: 500 }, (_, index) => `${name}[${index}][x${index}]=x`).join('&'),
    ])
      expect(await measureAnswer(method, `${address(path)}?${inAddress(text)}`)).toBeLessThan(most);
  });
});
