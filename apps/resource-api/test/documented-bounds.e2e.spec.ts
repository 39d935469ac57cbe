import { DocumentReader } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useResourceApi, type TestAccount } from './resource-api.js';

const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
type Schema = NonNullable<Parameters<typeof document.named>[0]>;

/** Values beyond any bound, with the keyword that the document has to have when they are refused for that. */
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
  const api = useResourceApi();
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
