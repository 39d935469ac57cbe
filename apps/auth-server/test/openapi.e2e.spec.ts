import { DocumentReader, documentFaults, expectKeptDocument, inAddress } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '../src/config.js';
import { get, applicationToken, bearer, post, send } from './requests.js';
import { useAuthServers, C1, OPS, c1Credentials } from './auth-stack.js';
import { CONSOLE, freshToken } from './console-app.js';

const stack = useAuthServers();
const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'auth-server.json'), 'utf8'));
let person: string;
let ops: string;
beforeAll(async () => {
  await stack.register(CONSOLE);
  person = await freshToken(stack);
  ops = await applicationToken(stack, OPS);
});

describe('the OpenAPI document of the authorization server', () => {
  /** Pages for people, and endpoints described by other documents. */
  const undocumented = [
    /^\/$/, // the start page
    /^\/oauth\/(account|password|portal|sign-out|assets)(\/|$)/,
    /^\/oauth\/(authorize|logout)\/./, // the pages of a request
    /^\/\.well-known\/change-password$/,
    /^\/health\//,
    /^\/docs(-(json|yaml))?$/,
  ];

  const served = () => get(`${stack.url}/docs-json`);
  const read = async () => new DocumentReader((await served()).text);

  it('is up to date in docs/openapi (npm run openapi:write updates it)', async () => {
    const { AUTH_PUBLIC_URL, API_PUBLIC_URL } = loadSettings(stack.settings);
    expectKeptDocument('auth-server.json', (await served()).body, { AUTH_PUBLIC_URL, API_PUBLIC_URL });
  });

  it('has every address that programs call, and no page', async () => {
    const expected = stack.routes[0]!.entries.filter(
      ({ method, url }) => method !== 'HEAD' && !undocumented.some((one) => one.test(url)),
    ).map(({ method, url }) => `${method.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const { operations } = await read();
    expect(expected).toContain('post /oauth/token');
    const called = new Set(expected);
    for (const page of ['authorize', 'logout']) expect(called.delete(`post /oauth/${page}`)).toBe(true); // a form in a browser, answered by the same by GET
    expect(operations.map(({ name }) => name).sort()).toEqual([...called].sort());
  });

  it('declares every response of every operation, in the format of its area', async () => {
    for (const { name, requestBody, responses } of (await read()).operations) {
      if (/ \/oauth\/(authorize|logout)$/.test(name)) continue; // answers with pages
      const shape = / \/(client|applications)/.test(name) ? 'Error' : 'OAuthError';
      const refusals = Object.keys(responses).filter((code) => code >= '400');
      expect([name, refusals]).toEqual([
        name,
        expect.arrayContaining(['400', '414', '429', '431', '500', '503']),
      ]);
      expect([name, '413' in responses]).toEqual([name, requestBody !== undefined]);
      for (const code of refusals)
        expect([name, code, responses[code]!.content]).toEqual([
          name,
          code,
          {
            'application/json': {
              schema: { $ref: `#/components/schemas/${shape}` },
              examples: expect.objectContaining({}),
            },
          },
        ]);
      for (const code of ['429', '503']) expect(responses[code]!.headers).toHaveProperty('Retry-After');
    }
  });

  it('contains nothing that breaks client generators, and an example of everything', async () => {
    expect(documentFaults((await read()).document)).toEqual([]);
  });

  it('describes each operation and parameter, and has an example request for each grant', async () => {
    const reader = await read();
    expect(reader.undescribed()).toEqual([]);
    for (const { name, summary, requestBody } of reader.operations) {
      expect([name, Boolean(summary)]).toEqual([name, true]);
      const undescribed = Object.entries(
        reader.named(requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {}).properties ??
          {},
      ).filter(([field, { description }]) => !description && field !== 'grant_type');
      if (name.includes(' /oauth')) expect([name, undescribed]).toEqual([name, []]);
    }
    const { content } = reader.operations.find(({ name }) => name === 'post /oauth/token')!.requestBody!;
    // the others are taken, too; generated clients of several bodies could not be imported
    expect(Object.keys(content)).toEqual(['application/x-www-form-urlencoded']);
    const form = content['application/x-www-form-urlencoded']!;
    const grants = (form.schema.properties!['grant_type'] as { enum: string[] }).enum;
    expect(Object.values(form.examples!).map(({ value }) => value['grant_type'])).toEqual(
      expect.arrayContaining(grants),
    );
  });
});

describe('a query parameter that an operation of the authorization server does not know', () => {
  const warning = '299 - "Unknown query parameters were ignored: no_such"';
  const isResource = ({ name }: { name: string }) => /^\w+ \/(client|applications)\b/.test(name);
  const formatAddress = (name: string) => name.split(' ')[1]!.replaceAll(/\{\w+\}/g, '999999');

  it('is named in a Warning by every operation of /client and /applications, and nothing that is documented is', async () => {
    const resources = document.operations.filter(isResource);
    expect(resources.length).toBeGreaterThanOrEqual(14);
    for (const { name, parameters = [] } of resources) {
      const method = name.split(' ')[0]!.toUpperCase();
      const form = method === 'GET' || method === 'DELETE' ? undefined : {};
      const bearerToken = name.includes('/client') && !name.includes('/applications') ? ops : person;
      const answer = await send(stack, method, `${formatAddress(name)}?no_such=1`, bearerToken, form);
      expect([name, answer.headers.get('warning')]).toEqual([name, warning]);
      if (method !== 'GET') continue;
      const knownQuery = parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => `${parameter.name}=0`)
        .join('&');
      const plain = await send(stack, method, `${formatAddress(name)}?${knownQuery}`, bearerToken);
      expect([name, plain.headers.get('warning')]).toEqual([name, null]);
    }
  });

  it('a body field is named by /client, and by no endpoint of OAuth', async () => {
    const form = { client_name: 'x', redirect_uri: 'https://x.example/', nick: 'x' };
    const created = await send(stack, 'POST', '/client', ops, form);
    expect([created.status, created.headers.get('warning')]).toEqual([
      201,
      '299 - "Unknown body fields were ignored: nick"',
    ]);
    const credentials = { ...c1Credentials, grant_type: 'client_credentials' };
    const token = await post(`${stack.url}/oauth/token`, { ...credentials, nick: 'x' });
    expect([token.status, token.headers.get('warning')]).toEqual([200, null]);
  });

  it('is ignored without a warning where OAuth requires it', async () => {
    for (const { name } of document.operations.filter(
      (one) => !isResource(one) && one.name.startsWith('get '),
    )) {
      const answer = await get(`${stack.url}${formatAddress(name)}?no_such=1`, bearer(person));
      expect([name, answer.headers.get('warning')]).toEqual([name, null]);
    }
    const token = await applicationToken(stack, C1);
    expect(token).toEqual(expect.any(String));
  });
});

/** An answer must not grow to many times the size of its request. */
describe('The size of an answer to wrong values', () => {
  /** Maximum bytes of a refusal, without the address that it repeats: once in a redirect, twice in a page. */
  const most = 20_000;
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
