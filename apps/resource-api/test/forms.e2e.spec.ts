import { sendRaw, type Answer } from '@app/testing';
import type { TestAccount } from './resource-api.js';
import { EnrollmentsPortal } from './enrollments-portal.js';

type Fields = Record<string, string> | [name: string, value: string][];
const toPairs = (fields: Fields) => (Array.isArray(fields) ? fields : Object.entries(fields));

/** Every operation with a body accepts both kinds of form (contract 1.7). */
describe('forms', () => {
  const portal = new EnrollmentsPortal();
  const { api } = portal;
  let admin: TestAccount;
  beforeAll(async () => {
    await portal.start();
    admin = portal.admin;
    await api.defineFields(admin.portal, {
      age: 'integer',
      ratio: 'number',
      remote: 'boolean',
      department: 'text',
    });
  });
  afterAll(() => portal.stop());

  const urlencoded = (fields: Fields) => ({
    body: new URLSearchParams(toPairs(fields)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const multipart = (fields: Fields) => ({
    body: `${toPairs(fields)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  type Encode = typeof urlencoded;
  const kinds: [string, Encode][] = [
    ['urlencoded', urlencoded],
    ['multipart', multipart],
  ];
  const send = (method: string, path: string, sent: ReturnType<Encode>): Promise<Answer> =>
    api.http.send(method, path, { token: admin.token, ...sent });
  const person = (more: Fields = {}): Fields => [
    ...Object.entries({ email: `f${Math.random()}@example.com`, first_name: 'Fay', last_name: 'Form' }),
    ...toPairs(more),
  ];

  describe.each(kinds)('%s', (_, encode) => {
    const submit = (method: string, path: string, fields: Fields) => send(method, path, encode(fields));

    it('POST and PATCH users: single managers and roles, and custom fields of every type', async () => {
      const fields = person({
        managers: String(portal.manager.id),
        roles: 'manager',
        send_login_email: 'False',
        'custom_fields[age]': '5',
        'custom_fields[ratio]': '0.5',
        'custom_fields[remote]': 'True',
        'custom_fields[department]': '007',
      });
      const created = await submit('POST', '/v2/users', fields);
      expect([created.status, created.body]).toMatchObject([
        201,
        {
          managers: [portal.manager.id],
          roles: ['Manager'],
          custom_fields: { age: 5, ratio: 0.5, remote: true, department: '007' },
        },
      ]);
      const changed = await submit('PATCH', `/v2/users/${created.body.id}`, {
        status: '0',
        'roles[]': 'learner',
        'custom_fields[age]': '6',
        'custom_fields[remote]': '0',
      });
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { status: false, roles: ['Learner'], custom_fields: { age: 6, remote: false, ratio: 0.5 } },
      ]);
      const bad = await submit('PATCH', `/v2/users/${created.body.id}`, {
        'custom_fields[age]': '5.5',
        'custom_fields[ratio]': 'x',
        'custom_fields[remote]': '',
      });
      expect(bad.status).toBe(400);
      expect(bad.body.additional_errors.map(({ path }: { path: string }) => path)).toEqual([
        'custom_fields.age',
        'custom_fields.ratio',
        'custom_fields.remote',
      ]);
    });

    it('PATCH learning objects: numbers, single tags and lists', async () => {
      const id = portal.lo('t0');
      const path = `/v2/learning-objects/${id}`;
      const one = await submit('PATCH', path, {
        duration: '30',
        tags: 'a',
        'topics[]': 'b',
        published: 'False',
      });
      expect([one.status, one.body]).toMatchObject([
        200,
        { delivery: { duration: 30 }, tags: ['a'], topics: ['b'], published: false },
      ]);
      const two = await submit('PATCH', path, { 'tags[0]': 'a', 'tags[1]': 'b', published: '1' });
      expect(two.body).toMatchObject({ tags: ['a', 'b'], published: true });
    });

    it('enrollments: POST, PATCH, award and goal', async () => {
      const { id: userId } = await api.account(admin.portal);
      const enrollment = await submit('POST', '/v2/enrollments', {
        lo_id: String(portal.lo('t1')),
        user_id: String(userId),
        due_date: '1774915200',
      });
      expect([enrollment.status, enrollment.body.due_date]).toEqual([201, '2026-03-31T00:00:00+00:00']);
      const path = `/v2/enrollments/${enrollment.body.id}`;
      const changed = await submit('PATCH', path, { status: 'completed', result: '92.5', pass: '1' });
      expect(changed.body).toMatchObject({ status: 'completed', result: 92.5, pass: true });
      const goal = { goal_id: '9', value: '0.5' };
      expect((await submit('POST', `${path}/goal`, goal)).status).toBe(200);
      const award = await submit('POST', '/v2/enrollments/award', {
        award_id: String(portal.lo('award')),
        user_id: String(userId),
      });
      expect(award.status).toBe(201);
      const required = String(portal.lo('t1'));
      const answer = await submit('PATCH', `/v2/enrollments/${award.body.id}`, { award_required: required });
      expect([answer.status, answer.body.award_required]).toEqual([200, [portal.lo('t1')]]);
    });

    it('webhooks, configuration, content and collections', async () => {
      const created = await submit('POST', '/v2/webhooks', {
        url: 'https://example.com/hook',
        lo_create: 'true',
      });
      expect([created.status, created.body.lo_create]).toEqual([201, true]);
      const { id } = created.body;
      const hook = await submit('PATCH', `/v2/webhooks/${id}`, { enabled: 'False', user_create: '1' });
      expect(hook.body).toMatchObject({ enabled: false, user_create: true });
      const overlap = await submit('POST', `/v2/webhooks/${id}/rotate-secret`, { overlap_seconds: '60' });
      expect(overlap.status).toBe(200);
      const pairs = await submit('PUT', '/v2/configuration', { pay_per_seat: '0', theme: 'dark' });
      expect(pairs.body).toMatchObject({ pay_per_seat: false, theme: 'dark' });
      const link = await submit('POST', '/v2/content/links', { title: 'T', url: 'https://a.example/' });
      expect(link.status).toBe(201);
      const add = await submit('POST', '/v2/collections/default/items/add', { lo: String(portal.lo('t2')) });
      expect(add.status).toBe(204);
      expect((await admin.delete(`/v2/webhooks/${id}`)).status).toBe(204);
    });

    it('a list of 10,000 elements; one more is 400', async () => {
      const list = (length: number): Fields => Array.from({ length }, (): [string, string] => ['lo[]', '1']);
      const path = '/v2/collections/default/items/remove';
      expect((await submit('POST', path, list(10_000))).status).toBe(204);
      expect((await submit('POST', path, list(10_001))).status).toBe(400);
    });

    it('200 managers next to other fields', async () => {
      const managers = Array.from({ length: 200 }, (): [string, string] => [
        'managers[]',
        String(portal.manager.id),
      ]);
      expect((await submit('POST', '/v2/users', person(managers))).status).toBe(201);
    });

    it('an empty value counts as a value, and is validated as one', async () => {
      const { status, body } = await submit('POST', '/v2/users', {
        email: 'fay@example.com',
        first_name: '',
        last_name: 'Form',
      });
      expect([status, body.additional_errors[0].path]).toEqual([400, 'first_name']);
    });
  });

  it.each([
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/json',
    'text/plain',
    'x',
    '',
  ])('an empty body labelled %j is no body', async (type) => {
    const path = `/v2/users/${portal.learner.id}`;
    const empty = { body: '', headers: { 'content-type': type, 'content-length': '0' } };
    expect((await send('PATCH', path, empty)).status).toBe(200);
    if (type === 'x' || type === '') return;
    // announces a body, but sends none
    const head = `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nConnection: close\r\n`;
    const chunked = `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect((await sendRaw(api.http.baseUrl, `${head}${chunked}`)).status).toBe(200);
  });

  it('strings stay strings in JSON', async () => {
    const json = { custom_fields: { age: '5', remote: 'true' } };
    const { status, body } = await admin.patch(`/v2/users/${portal.learner.id}`, json);
    expect([status, body.additional_errors.length]).toEqual([400, 2]);
  });

  it('text of a number or boolean is one in fields of a fixed type in JSON', async () => {
    const { body } = await admin.post('/v2/enrollments', {
      user_id: String(portal.learner.id),
      lo_id: String(portal.lo('t9')),
      result: '85',
      pass: 'true',
    });
    expect(body).toMatchObject({ result: 85, pass: true });
  });

  it('a list in a query: 10,001 elements are 400', async () => {
    const ids = (length: number) => `/v2/enrollments?lo_ids=${Array.from({ length }, () => '1').join(',')}`;
    expect((await admin.get(ids(10_000))).status).toBe(200);
    const { status, body } = await admin.get(ids(10_001));
    expect([status, body.additional_errors[0].path]).toEqual([400, 'lo_ids']);
  });

  it('a body of exactly 1 MiB, nested 20 deep, with a list of 10,000, is accepted; one more of each is refused', async () => {
    const nested = (depth: number) => `${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const path = `/v2/users/${portal.learner.id}`;
      const answer = await api.http.patch(path, { token: admin.token, body, headers });
      return [answer.status, answer.body.error_code];
    };
    const filled = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`;
    const listed = (length: number) => JSON.stringify({ x: Array.from({ length }, () => 1) });
    expect(await post(filled(1_048_576))).toEqual([200, undefined]);
    expect(await post(filled(1_048_577))).toEqual([413, 'payload_too_large']);
    expect(await post(`{"x":${nested(20)}}`)).toEqual([200, undefined]);
    expect(await post(`{"x":${nested(21)}}`)).toEqual([400, 'invalid_json']);
    expect(await post(listed(10_000))).toEqual([200, undefined]);
    expect(await post(listed(10_001))).toEqual([400, 'validation_failed']);
  });
});
