import { triedIn, type TestRequest } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { resourceApiDocument } from '../src/openapi.js';

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

/** Text that no column can store or nobody can read, and numbers beyond every number type. */
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
  const api = useResourceApi();
  let admin: TestAccount;
  let ids: Record<string, string | number>;
  let paths: [string, Record<string, Operation>][];
  let schemas: Record<string, Schema>;

  beforeAll(async () => {
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
    const learner = await api.account(admin.portal);
    await api.defineFields(admin.portal, { department: 'text', level: 'integer', ratio: 'number' });
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const loaded = await seed.load([
      { provider: 'own', external_id: 'lo', type: 'link', title: 'T', url: 'https://a.example/' },
    ]);
    const loId = loaded.get('own lo')!;
    const create = async (path: string, json?: object) => {
      const { status, body } = await api.http.post(path, { token: admin.token, json });
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
