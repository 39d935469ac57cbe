import { DocumentReader, inAddress } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS, useAuthServers } from './auth-stack.js';
import { CONSOLE, freshToken } from './console-app.js';
import { applicationToken } from './requests.js';

const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'auth-server.json'), 'utf8'));
/** Bytes of an answer that refuses something, beside an address that it repeats: a redirect once, a page twice. */
const most = 20_000;

/** An answer must not grow to many times the size of its request. */
describe('The size of an answer to wrong values', () => {
  const stack = useAuthServers();
  let person: string;
  let ops: string;
  beforeAll(async () => {
    await stack.register(CONSOLE);
    person = await freshToken(stack);
    ops = await applicationToken(stack, OPS);
  });
  const measureAnswer = async (
    method: string,
    path: string,
    body?: string,
    type?: string,
  ): Promise<number> => {
    const answer = await fetch(`${stack.url}${path.replace(/\{\w+\}/g, '1')}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${path.startsWith('/client') ? ops : person}`,
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    });
    expect(answer.status).toBeLessThan(500);
    return (await answer.text()).length + (answer.headers.get('location') ?? '').length;
  };

  it.each(document.bodyFields())('%s %s, the field %s', async (method, path, field) => {
    for (const element of ['"x"', '{}', 'null', '{"a":{}}']) {
      const list = Array.from({ length: 2_000 }, () => element).join();
      expect(await measureAnswer(method, path, `{"${field}":[${list}]}`, 'application/json')).toBeLessThan(
        most,
      );
    }
    for (const text of [
      `${field}=${'x,'.repeat(8_000)}`,
      `${field}=${'x%20'.repeat(8_000)}`,
      `${field}=x&`.repeat(800),
    ])
      expect(await measureAnswer(method, path, text, 'application/x-www-form-urlencoded')).toBeLessThan(most);
  });

  it.each(document.queryParameters())('%s %s, the parameter %s', async (method, path, name) => {
    for (const text of [
      `${name}=${'%,'.repeat(4_000)}`,
      `${name}=${'x%20'.repeat(4_000)}`,
      `${name}=x&`.repeat(500),
    ])
      expect(await measureAnswer(method, `${path}?${inAddress(text)}`)).toBeLessThan(most + 2 * text.length);
  });
});
