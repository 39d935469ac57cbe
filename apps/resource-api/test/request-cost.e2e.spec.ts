import { imageTypes } from '@app/branding';
import { bodyKinds } from '@app/http';
import {
  costlyBodies,
  CostSearch,
  DocumentReader,
  inAddress,
  inHeader,
  describeSchema,
  type ServerProcess,
  sendPlainly,
  type CostInput,
} from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costlyImages } from './costly-images.js';
import { useResourceApi, type TestAccount } from './resource-api.js';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));

/** The cost of a request is linear in its size: worst cases by search, at 1, 2 and 4 times the size. */
describe('the cost of requests to the resource API', () => {
  const api = useResourceApi();
  let server: ServerProcess;
  let admin: TestAccount;
  let ids: Record<string, string | number>;

  beforeAll(async () => {
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
    const learner = await api.account(admin.portal);
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const loaded = await seed.load([
      { provider: 'own', external_id: 'lo', type: 'link', title: 'T', url: 'https://a.example/' },
    ]);
    ids = { userId: learner.id, loId: loaded.get('own lo')!, collectionId: 'default', enrollmentId: 1 };
    server = await api.startProcess();
  });
  afterAll(() => server?.stop());

  const sendRequest = (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ) => sendPlainly(server, method, path, headers, body);
  const bearer = (token = admin.token) => ({ authorization: `Bearer ${token}` });
  const search = new CostSearch(() => server);
  const check = (input: CostInput) => search.expectCheap(input);
  const address = (path: string, change: Record<string, string> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(change[name] ?? ids[name] ?? 1));
  const split = ({ name }: { name: string }) => name.split(' ') as [method: string, path: string];
  const gets = document.operations.filter(({ name }) => name.startsWith('get '));

  it.each(gets.map((operation) => split(operation)[1]))('the query of GET %s', async (path) => {
    const query = (headers: Record<string, string>) => (text: string) =>
      sendRequest('GET', `${address(path)}?${inAddress(text)}`, headers);
    // one parser reads them all
    await check({ name: `query of ${path}`, bytes: 7_000, send: query(bearer()), kind: 'query' });
    const name = `query of ${path}, without a token`;
    await check({ name, bytes: 7_000, send: query({}), kind: 'query without a token' });
  });

  const parameters = document
    .queryParameters()
    .filter(([method]) => method === 'get')
    .map(([, path, name, schema]): [string, string, string] => [
      path,
      name,
      `parameter ${describeSchema(name, schema)}`,
    ]);
  it.each(parameters)('GET %s, the parameter %s', async (path, name, kind) => {
    const otherQuery = name === 'scrollId' ? '&scroll=true' : '';
    const send = (text: string) =>
      sendRequest('GET', `${address(path)}?${name}=${inAddress(text)}${otherQuery}`, bearer());
    await check({ name: `${name} of ${path}`, bytes: 7_000, send, kind });
    if (name !== 'cursor') return;
    const cursor = (text: string) =>
      sendRequest('GET', `${address(path)}?cursor=${base64url(text)}`, bearer());
    await check({ name: `inside the cursor of ${path}`, bytes: 5_000, send: cursor });
  });

  describe.each(bodyKinds)('a body of type %s', (kind) => {
    const { type, write, units } = costlyBodies[kind];
    it.each([
      ['POST', '/v2/users'],
      ['PUT', '/v2/configuration'],
      ['POST', '/v2/collections/default/items/add'],
      ['POST', '/v2/onboard'],
    ])('to %s %s', async (method, path) => {
      for (const [caller, headers] of Object.entries({ known: bearer(), anonymous: {} })) {
        const send = (text: string) =>
          sendRequest(method, path, { 'content-type': type, ...headers }, write(text));
        // one parser for each type reads them all
        const input = { name: `${kind} to ${path}, ${caller}`, kind: `body ${kind}, ${caller}` };
        await check({ ...input, bytes: 60_000, send, ...(units && { units }) });
      }
    });
  });

  describe.each(imageTypes)('an image of type %s', (type) => {
    it.each(Object.keys(costlyImages[type]))('in %s', async (place) => {
      const { write, units } = costlyImages[type][place]!;
      const headers = { 'content-type': type, ...bearer() };
      const body = write(units[0]!) as string;
      const answer = await fetch(`${server.url}/v2/branding/logo`, { method: 'PUT', headers, body });
      // the parser has seen it
      if (answer.status !== 200) expect(await answer.json()).toMatchObject({ error_code: 'image_refused' });
      for (const [caller, headers] of Object.entries({ known: bearer(), anonymous: {} })) {
        const send = (text: string) =>
          sendRequest('PUT', '/v2/branding/logo', { 'content-type': type, ...headers }, write(text));
        const input = { name: `${type}, ${place}, ${caller}`, send, units };
        // four times as much is as much as is taken; without a token nothing reads the image
        await check({
          ...input,
          bytes: 32_000,
          ...(caller === 'anonymous' && { kind: `${type}, ${caller}` }),
        });
      }
    });
  });

  const fields = document.bodyFields();
  it.each(fields)('%s %s, the field %s', async (method, path, field, kind) => {
    const json = { 'content-type': 'application/json', ...bearer() };
    const send = (text: string) =>
      sendRequest(method.toUpperCase(), address(path), json, JSON.stringify({ [field]: text }));
    await check({ name: `${field} of ${path}`, bytes: 20_000, send, kind: `field ${kind}` });
    const list = (text: string) =>
      sendRequest(method.toUpperCase(), address(path), json, `{"${field}":[${text}0]}`);
    const units = ['1,', '"a",', 'null,', '[],', '{},', '#,', '{"id":#},', '{"a#":1},', '"\u6f22#",'];
    const asList = { name: `${field} of ${path} as a list`, kind: `list ${kind}` };
    await check({ ...asList, bytes: 20_000, send: list, units });
  });

  /** Headers that the source code reads, each with a request that uses it. */
  const headers: Record<string, (text: string) => Promise<unknown>> = {
    accept: (text) => sendRequest('GET', '/v2/me', { accept: text, ...bearer() }),
    'accept-language': (text) => sendRequest('GET', '/', { accept: 'text/html', 'accept-language': text }),
    authorization: (text) => sendRequest('GET', '/v2/me', { authorization: `Bearer ${text}` }),
    'content-encoding': (text) =>
      sendRequest('POST', '/v2/users', { 'content-encoding': text, ...bearer() }, 'a=b'),
    'content-length': (text) => sendRequest('POST', '/v2/users', { 'content-length': text }),
    'content-type': (text) =>
      sendRequest(
        'POST',
        '/v2/users',
        { 'content-type': `multipart/form-data; ${text}`, ...bearer() },
        'a=b',
      ),
    'idempotency-key': (text) => sendRequest('POST', '/v2/users', { 'idempotency-key': text, ...bearer() }),
    'if-match': (text) =>
      sendRequest('PATCH', address('/v2/users/{userId}'), { 'if-match': text, ...bearer() }),
    'if-none-match': (text) =>
      sendRequest('GET', address('/v2/users/{userId}'), { 'if-none-match': text, ...bearer() }),
    traceparent: (text) => sendRequest('GET', '/v2/me', { traceparent: text, ...bearer() }),
    'transfer-encoding': (text) => sendRequest('POST', '/v2/users', { 'transfer-encoding': text }),
    'user-agent': (text) => sendRequest('GET', '/v2/me', { 'user-agent': text }),
    'x-user-token': (text) => sendRequest('POST', '/v2/onboard', { 'x-user-token': text, ...bearer() }),
    'access-control-request-method': (text) =>
      sendRequest('OPTIONS', '/v2/users', { 'access-control-request-method': text }),
    // by libraries
    cookie: (text) => sendRequest('GET', '/v2/me', { cookie: text }),
    host: (text) => sendRequest('GET', '/', { host: text }),
    origin: (text) => sendRequest('GET', '/v2/me', { origin: text }),
    'x-forwarded-for': (text) => sendRequest('GET', '/v2/me', { 'x-forwarded-for': text }),
    expect: (text) => sendRequest('POST', '/v2/users', { expect: text }),
  };
  it.each(Object.keys(headers))('the header %s', async (name) => {
    const send = (text: string) => headers[name]!(inHeader(text));
    await check({ name, bytes: 3_000, send });
  });

  it('tokens by their parts', async () => {
    for (const write of [
      (text: string) =>
        `${base64url(`{"alg":"ES256","typ":"at+jwt","kid":${JSON.stringify(text)}}`)}.e30.AAAA`,
      (text: string) =>
        `${base64url('{"alg":"ES256","typ":"at+jwt","kid":"test-key"}')}.${base64url(text)}.AAAA`,
      (text: string) => `e30.e30.${base64url(text)}`,
    ]) {
      const send = (text: string) => sendRequest('GET', '/v2/me', bearer(write(text)));
      await check({ name: 'parts of a token', bytes: 2_000, send });
    }
  });

  it.each(['/', '/v2/users/', '/v2/learning-objects/', '/preview/', '/launch/', '/docs/'])(
    'the path below %s',
    async (path) => {
      const send = (text: string) => sendRequest('GET', `${path}${inAddress(text)}`, bearer());
      await check({ name: path, bytes: 7_000, send });
    },
  );
});
