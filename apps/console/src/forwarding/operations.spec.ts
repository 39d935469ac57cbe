import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForwardedOperation } from './operations.js';

const FILE = join(__dirname, 'operations.generated.ts');
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

function listOperations(name: string, isWanted: (operation: string) => boolean): string[] {
  const { paths } = JSON.parse(readFileSync(`docs/openapi/${name}.json`, 'utf8')) as Document;
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .filter(isWanted);
}

/** All of the resource API but what makes portals; of the authorization server what administrators do with applications. */
const forwardedOperations = {
  api: listOperations('resource-api', (operation) => operation !== 'POST /v2/onboard'),
  auth: listOperations('auth-server', (operation) => /^\w+ \/(applications|client)(\/|$)/.test(operation)),
};

const asText = (): string => {
  const lists = Object.entries(forwardedOperations).map(
    ([server, operations]) => `  ${server}: [\n${operations.map((one) => `    '${one}',\n`).join('')}  ],\n`,
  );
  return `// Written from the OpenAPI documents by npm run openapi:write.

/** The operations that are forwarded: method and template of each operation, by the server that answers it. */
export const operations = {
${lists.join('')}} as const;

export type ForwardedServer = keyof typeof operations;
`;
};

describe('the list of forwarded operations', () => {
  it('is that of the OpenAPI documents (npm run openapi:write brings it up to date)', () => {
    if (process.env['WRITE_OPENAPI'] === '1') writeFileSync(FILE, asText());
    expect(readFileSync(FILE, 'utf8')).toBe(asText());
  });

  it.each([
    ['api', 'GET', '/v2/me'],
    ['api', 'GET', '/v2/webhooks/7/deliveries'],
    ['api', 'PATCH', '/v2/users/12'],
    ['auth', 'GET', '/applications/acme-app'],
    ['auth', 'PUT', '/client/a.b~c_d'],
  ] as const)('%s: %s %s', (server, method, path) => {
    expect(isForwardedOperation(server, method, path)).toBe(true);
  });

  it.each([
    ['api', 'POST', '/v2/onboard'],
    ['api', 'POST', '/v2/me'],
    ['api', 'HEAD', '/v2/me'],
    ['api', 'get', '/v2/me'],
    ['api', 'GET', '/applications'],
    ['auth', 'GET', '/v2/me'],
    ['auth', 'POST', '/oauth/token'],
    ['auth', 'GET', '/oauth/authorize'],
    ['auth', 'GET', '/docs-json'],
    ['api', 'GET', '/v2/me/'],
    ['api', 'GET', '//v2/me'],
    ['api', 'GET', '/v2//me'],
    ['api', 'GET', '/v2/users/..'],
    ['api', 'GET', '/v2/users/.'],
    ['api', 'GET', '/v2/users/12/../../me'],
    ['api', 'GET', '/v2/users/%2e%2e'],
    ['api', 'GET', '/v2/users/1%2f2'],
    ['api', 'GET', '/v2%2fme'],
    ['api', 'GET', '/v2/users/1\\2'],
    ['api', 'GET', '/v2/users/1 2'],
    ['api', 'GET', '/v2/users/1#2'],
    ['api', 'GET', 'http://evil.test/v2/me'],
    ['api', 'GET', '@evil.test/v2/me'],
    ['api', 'GET', ''],
  ] as const)('not %s: %s %s', (server, method, path) => {
    expect(isForwardedOperation(server, method, path)).toBe(false);
  });
});
