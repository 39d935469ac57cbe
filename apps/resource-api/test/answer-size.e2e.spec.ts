import { DocumentReader, inAddress } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useResourceApi, type TestAccount } from './resource-api.js';

const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
/** Bytes of an answer that refuses something: a hundred wrong fields, each with its name and a sentence. */
const most = 20_000;

/** An answer must not grow to many times the size of its request. */
describe('The size of an answer to wrong values', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
  });
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
