import { useResourceApi } from '@app/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(__dirname, '..', '..', '..', 'docs', 'openapi', 'resource-api.json');

interface Schema {
  $ref?: string;
  example?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
}
interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; schema?: Schema; description?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

describe('The OpenAPI document', () => {
  const api = useResourceApi();

  /** As it is kept in the repository: with the addresses of `npm start`. */
  const served = async (): Promise<string> => {
    const { body } = await api.http.get('/docs-json');
    return `${JSON.stringify(body, null, 2)}\n`
      .replaceAll(api.settings.AUTH_PUBLIC_URL, 'http://localhost:4000')
      .replaceAll(api.settings.API_PUBLIC_URL, 'http://localhost:4001');
  };

  it('is the one in docs/openapi (npm run openapi:write brings it up to date)', async () => {
    const now = await served();
    if (process.env['WRITE_OPENAPI'] === '1') writeFileSync(file, now);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
  });

  const read = async () => {
    const document = JSON.parse(await served()) as Document;
    const named = (schema: Schema): Schema =>
      schema.$ref ? document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]! : schema;
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    return { document, named, operations };
  };

  it('declares for every operation what every operation may answer, in the envelope', async () => {
    for (const { name, requestBody, responses } of (await read()).operations) {
      const general = ['400', '401', '403', '414', '429', '500', '503'];
      const refusals = Object.keys(responses).filter((code) => code >= '400');
      expect([name, refusals]).toEqual([name, expect.arrayContaining(general)]);
      for (const code of ['413', '415']) expect([name, code in responses]).toEqual([name, !!requestBody]);
      for (const code of refusals)
        expect([name, code, responses[code]!.content]).toEqual([
          name,
          code,
          { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        ]);
      for (const code of ['429', '503']) expect(responses[code]!.headers).toHaveProperty('Retry-After');
    }
  });

  it('demands nothing that has a default, and no body whose members may all be left out', async () => {
    const { named, operations } = await read();
    for (const { name, requestBody } of operations) {
      if (!requestBody) continue;
      const body = named(requestBody.content['application/json']!.schema);
      expect([name, requestBody.required]).toEqual([name, (body.required ?? []).length > 0]);
      expect([name, JSON.stringify(body)]).not.toEqual([name, expect.stringContaining('"default":')]);
    }
    const of = (name: string) => operations.find((operation) => operation.name === name)!;
    const body = named(of('post /v2/users').requestBody!.content['application/json']!.schema);
    expect(body.required).toEqual(['email', 'first_name', 'last_name']);
    expect(body.properties!['send_login_email']!.description).toContain('Default: `true`.');
    const limit = of('get /v2/enrollments').parameters!.find((one) => one.name === 'limit')!;
    expect(limit.schema).toMatchObject({ default: 50 });
  });

  it('says of every parameter of a query what it means', async () => {
    const said = (await read()).operations.flatMap(({ name, parameters = [] }) =>
      parameters.filter((one) => one.in === 'query').map((one) => [name, one.name, Boolean(one.description)]),
    );
    expect(said.filter(([, , isSaid]) => !isSaid)).toEqual([]);
  });

  it('has a summary for every operation, and an example for every body', async () => {
    const { document, named, operations } = await read();
    expect(document.openapi).toBe('3.1.0');
    for (const { name, summary, requestBody } of operations) {
      expect([name, Boolean(summary)]).toEqual([name, true]);
      const schema = requestBody?.content['application/json']?.schema;
      if (schema) expect([name, Boolean(schema.example ?? named(schema).example)]).toEqual([name, true]);
    }
  });
});
