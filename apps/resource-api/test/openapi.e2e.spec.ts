import { eventTypes } from '@app/contracts';
import { DocumentReader, documentFaults, expectKeptDocument } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startListening } from '@app/http';
import { SwaggerModule } from '@nestjs/swagger';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { createResourceApi } from '../src/app.js';

const api = useResourceApi();

describe('the OpenAPI document', () => {
  const read = async () => new DocumentReader((await api.http.get('/docs-json')).text);

  it('is made before the server listens, not by its first reader', async () => {
    const { app } = await createResourceApi(api.settings, { clock: api.clock });
    const create = jest.spyOn(SwaggerModule, 'createDocument');
    try {
      await startListening(app, { PORT: 0, HOST: '127.0.0.1' }, ['/docs-json']);
      expect(create).toHaveBeenCalledTimes(1);
      const answer = await fetch(`${await app.getUrl()}/docs-json`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toHaveProperty('openapi');
      expect(create).toHaveBeenCalledTimes(1);
    } finally {
      create.mockRestore();
      await app.close();
    }
  });

  it('is up to date in docs/openapi (npm run openapi:write updates it)', async () => {
    expectKeptDocument('resource-api.json', (await api.http.get('/docs-json')).body, api.settings);
  });

  it('declares the common responses of every operation, in the envelope', async () => {
    for (const { name, requestBody, responses } of (await read()).operations) {
      const general = ['400', '401', '403', '414', '429', '431', '500', '503'];
      const refusals = Object.keys(responses).filter((code) => code >= '400');
      expect([name, refusals]).toEqual([name, expect.arrayContaining(general)]);
      for (const code of ['413', '415']) expect([name, code in responses]).toEqual([name, !!requestBody]);
      for (const code of refusals)
        expect([name, code, responses[code]!.content]).toEqual([
          name,
          code,
          {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: expect.objectContaining({}),
            },
          },
        ]);
      for (const code of ['429', '503']) expect(responses[code]!.headers).toHaveProperty('Retry-After');
    }
  });

  it('requires nothing that has a default, and a body wherever something is changed', async () => {
    const reader = await read();
    const { operations } = reader;
    for (const { name, requestBody } of operations) {
      if (!requestBody || 'image/png' in requestBody.content) continue;
      const body = reader.named(requestBody.content['application/json']!.schema);
      const changes = /^(patch|put) /.test(name);
      expect([name, requestBody.required]).toEqual([name, changes || (body.required ?? []).length > 0]);
      expect([name, Object.keys(requestBody.content)]).toEqual([
        name,
        ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      ]);
      expect([name, JSON.stringify(body)]).not.toEqual([name, expect.stringContaining('"default":')]);
    }
    const getOperation = (name: string) => operations.find((operation) => operation.name === name)!;
    const body = reader.named(
      getOperation('post /v2/users').requestBody!.content['application/json']!.schema,
    );
    expect(body.required).toEqual(['email', 'first_name', 'last_name']);
    expect(body.properties!['send_login_email']!.description).toContain('Default: `true`.');
    const limit = getOperation('get /v2/enrollments').parameters!.find((one) => one.name === 'limit')!;
    expect(limit.schema).toMatchObject({ default: 50 });
  });

  it('has its tags in the order in which a partner works, each described and with a guide', async () => {
    const { document, operations } = await read();
    const { tags } = document as unknown as { tags: Record<string, any>[] };
    expect(tags.map(({ name }) => name)).toEqual([
      'Learning objects',
      'Users',
      'Enrollments',
      'Webhooks',
      'Content',
      'Collections',
      'Content groups',
      'Portal',
      'Audit log',
      'Branding',
    ]);
    const used = new Set(operations.flatMap((one) => (one as unknown as { tags: string[] }).tags));
    expect([...used].sort()).toEqual(tags.map(({ name }) => name as string).sort());
    for (const { name, description, externalDocs } of tags) {
      const { pathname } = new URL(externalDocs.url as string);
      const { status, headers } = await api.http.get(pathname);
      expect([name, description, status]).toEqual([name, expect.stringMatching(/\.$/), 200]);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    }
    expect((await api.http.get('/docs/guides/adr')).status).toBe(404);
  });

  it('describes every parameter of paths and queries', async () => {
    expect((await read()).undescribed()).toEqual([]);
  });

  it('contains nothing that breaks client generators, and an example of everything', async () => {
    expect(documentFaults((await read()).document)).toEqual([]);
  });

  it('describes the extra members of refusals, and shows each code that an operation may return', async () => {
    const reader = await read();
    const { properties } = reader.named({ $ref: '#/components/schemas/Error' });
    expect(Object.keys(properties!)).toEqual(expect.arrayContaining(['enrollment_id', 'limit', 'most']));
    const { responses } = reader.operations.find(({ name }) => name === 'post /v2/enrollments')!;
    const examples = responses['409']!.content!['application/json']!.examples!;
    expect(Object.keys(examples).sort()).toEqual([
      'enrollment_exists',
      'idempotency_key_reused',
      'limit_reached',
    ]);
    expect(examples['enrollment_exists']!.value).toMatchObject({ code: 409, enrollment_id: 501 });
  });

  it('has a component for every event, discriminated by its type', async () => {
    const schemas: Record<string, any> = (await read()).document.components.schemas;
    const { oneOf, discriminator } = schemas['WebhookEvent'];
    expect(Object.keys(discriminator.mapping)).toEqual([...eventTypes, 'webhook.test']);
    for (const { $ref } of oneOf) {
      const { properties } = schemas[$ref.split('/').at(-1)];
      const data = schemas[properties.data.$ref.split('/').at(-1)];
      expect([$ref, Object.keys(data.properties).length]).toEqual([$ref, expect.any(Number)]);
      expect(data.example).toBeDefined();
    }
    const { properties, required } = schemas['EnrollmentEventData'];
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
  });

  it('has a summary for every operation, and an example for every body', async () => {
    const reader = await read();
    expect(reader.document.openapi).toBe('3.1.0');
    for (const { name, summary, requestBody } of reader.operations) {
      expect([name, Boolean(summary)]).toEqual([name, true]);
      const schema = requestBody?.content['application/json']?.schema;
      if (schema)
        expect([name, Boolean(schema.example ?? reader.named(schema).example)]).toEqual([name, true]);
    }
  });
});

const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
type Schema = NonNullable<Parameters<typeof document.named>[0]>;

/** Values outside any bound, with the keyword that the document must have if the API refuses them. */
const beyond: Record<string, [value: number | string, errorCode: string, keyword: string][]> = {
  integer: [
    [-9_000_000_000_000_000, 'too_small', 'minimum'],
    [9_000_000_000_000_000, 'too_big', 'maximum'],
  ],
  number: [
    [-1e300, 'too_small', 'minimum'],
    [1e300, 'too_big', 'maximum'],
  ],
  string: [['a'.repeat(20_000), 'too_big', 'maxLength']],
};

describe('A bound that the API has is in its document', () => {
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
  });

  async function missing(
    field: string,
    schema: Schema,
    send: (value: number | string) => Promise<unknown>,
  ): Promise<string[]> {
    const said = document.named(schema) as Record<string, unknown>;
    const missed: string[] = [];
    for (const [value, errorCode, keyword] of [said['type']]
      .flat()
      .flatMap((type) => beyond[String(type)] ?? [])) {
      const refused = await send(value);
      expect(refused).toEqual(expect.any(Array));
      const isRefused = (refused as { path: string; error_code: string }[]).some(
        (one) => one.path === field && one.error_code === errorCode,
      );
      if (isRefused && said[keyword] === undefined && said['enum'] === undefined) missed.push(keyword);
    }
    return missed;
  }
  const address = (path: string) => path.replace(/\{\w+\}/g, '1');
  const listErrors = (body: { additional_errors?: unknown[] } | undefined) => body?.additional_errors ?? [];

  const parameters = document.queryParameters();
  it.each(parameters)('%s %s, the parameter %s', async (method, path, name, schema) => {
    const missed = await missing(name, schema, async (value) => {
      const query = new URLSearchParams({ [name]: String(value) }).toString();
      const sent = { token: admin.token };
      return listErrors((await api.http.send(method.toUpperCase(), `${address(path)}?${query}`, sent)).body);
    });
    expect(missed).toEqual([]);
  });

  const fields = document.operations.flatMap(({ name, requestBody }) =>
    Object.entries(
      document.named(requestBody?.content['application/json']?.schema ?? {}).properties ?? {},
    ).map(([field, schema]): [string, string, Schema] => [name, field, schema]),
  );
  it.each(fields)('%s, the field %s', async (operation, field, schema) => {
    const [method, path] = operation.split(' ') as [string, string];
    const missed = await missing(field, schema, async (value) => {
      const sent = { token: admin.token, json: { [field]: value } };
      return listErrors((await api.http.send(method.toUpperCase(), address(path), sent)).body);
    });
    expect(missed).toEqual([]);
  });

  const texts = fields.filter(
    ([, field, schema]) =>
      // a password's rule, which also bounds its bytes, is asked once the rest is right
      field !== 'password' &&
      [(document.named(schema) as Record<string, unknown>)['type']].flat().includes('string'),
  );
  it.each(texts)('%s, the text %s, has an end', async (operation, field) => {
    const [method, path] = operation.split(' ') as [string, string];
    const sent = { token: admin.token, json: { [field]: 'a'.repeat(200_000) } };
    const { body } = await api.http.send(method.toUpperCase(), address(path), sent);
    expect(listErrors(body)).toContainEqual(expect.objectContaining({ path: field }));
  });

  it('with all parameters and fields', () => {
    expect(texts.length).toBeGreaterThan(30);
    expect(parameters.length).toBeGreaterThan(80);
    expect(fields.length).toBeGreaterThan(80);
  });
});
