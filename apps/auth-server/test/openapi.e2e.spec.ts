import { DocumentReader, documentFaults, expectKeptDocument } from '@app/testing';
import { loadSettings } from '../src/config.js';
import { get } from './requests.js';
import { useAuthServers } from './auth-stack.js';

/** Pages for people, and endpoints described by other documents. */
const undocumented = [
  /^\/$/, // the start page
  /^\/oauth\/(account|password|portal|sign-out|assets)(\/|$)/,
  /^\/oauth\/(authorize|logout)\/./, // the pages of a request
  /^\/\.well-known\/change-password$/,
  /^\/health\//,
  /^\/docs(-(json|yaml))?$/,
];

describe('the OpenAPI document of the authorization server', () => {
  const stack = useAuthServers();
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
