import { DocumentReader, documentFaults, expectKeptDocument } from '@app/testing';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { get } from './requests.js';
import { useAuthServers } from './auth-stack.js';

/** What people see, and what other documents describe. */
const undocumented = [
  /^\/$/, // the page that says what this is
  /^\/oauth\/(account|password|portal|sign-out|assets)(\/|$)/,
  /^\/oauth\/authorize\/./, // the pages that an authorization request leads through
  /^\/\.well-known\/change-password$/,
  /^\/health\//,
  /^\/docs-(json|yaml)$/,
];

describe('The OpenAPI document of the authorization server', () => {
  const stack = useAuthServers();
  const served = () => get(`${stack.url}/docs-json`);
  const read = async () => new DocumentReader((await served()).text);

  it('is the one in docs/openapi (npm run openapi:write brings it up to date)', async () => {
    const { AUTH_PUBLIC_URL, API_PUBLIC_URL } = loadSettings(stack.settings);
    expectKeptDocument('auth-server.json', (await served()).body, { AUTH_PUBLIC_URL, API_PUBLIC_URL });
  });

  it('has every address that a program calls, and no page', async () => {
    const { app, routes } = await createAuthServer(loadSettings({ ...stack.settings, LOG_LEVEL: 'silent' }));
    stack.apps.push(app);
    await app.init();
    const expected = routes.entries
      .filter(({ method, url }) => method !== 'HEAD' && !undocumented.some((one) => one.test(url)))
      .map(({ method, url }) => `${method.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const { operations } = await read();
    expect(expected).toContain('post /oauth/token');
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(expected)].sort());
  });

  it('declares for every operation what it may answer, in the shape of its address', async () => {
    for (const { name, requestBody, responses } of (await read()).operations) {
      if (name === 'get /oauth/authorize') continue; // answers pages
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

  it('has nothing that generators of clients stumble over, and an example of everything', async () => {
    expect(documentFaults((await read()).document)).toEqual([]);
  });

  it('says what each operation and each parameter is for, and how a request of each grant looks', async () => {
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
    expect(Object.keys(content)).toEqual([
      'application/x-www-form-urlencoded',
      'application/json',
      'multipart/form-data',
    ]);
    const json = content['application/json']!;
    const grants = (json.schema.properties!['grant_type'] as { enum: string[] }).enum;
    expect(Object.values(json.examples!).map(({ value }) => value['grant_type'])).toEqual(
      expect.arrayContaining(grants),
    );
  });
});
