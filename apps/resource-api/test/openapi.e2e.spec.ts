import { useResourceApi } from '@app/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(__dirname, '..', '..', '..', 'docs', 'openapi', 'resource-api.json');

interface Schema {
  $ref?: string;
  example?: unknown;
}
interface Operation {
  summary?: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
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

  it('has a summary for every operation, and an example for every body', async () => {
    const document = JSON.parse(await served()) as Document;
    expect(document.openapi).toBe('3.1.0');
    const exampleOf = (schema: Schema): unknown =>
      schema.example ??
      (schema.$ref && document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]?.example);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`;
        expect([name, Boolean(operation.summary)]).toEqual([name, true]);
        const body = operation.requestBody?.content['application/json'];
        if (body) expect([name, Boolean(exampleOf(body.schema))]).toEqual([name, true]);
      }
    }
  });
});
