import { DocumentReader } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useResourceApi, type TestAccount } from './resource-api.js';

const { document } = new DocumentReader(readFileSync(join('docs', 'openapi', 'resource-api.json'), 'utf8'));
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('A method that a documented address does not have', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator(await api.portal());
  });

  const addresses = Object.entries(document.paths).map(([path, operations]): [string, string[]] => [
    path,
    Object.keys(operations).map((method) => method.toUpperCase()),
  ]);
  it.each(addresses)('of %s is answered by 405 and those that it has', async (path, has) => {
    const address = path.replace(/\{\w+\}/g, '1');
    const expected = [...has, ...(has.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of methods.filter((one) => !has.includes(one))) {
      for (const requestMethod of [address, `${address}/`, `${address}?limit=1`]) {
        const answer = await api.http.send(method, requestMethod, { token: admin.token });
        expect([method, requestMethod, answer.status, answer.body.error_code]).toEqual([
          method,
          requestMethod,
          405,
          'method_not_allowed',
        ]);
        expect(String(answer.headers['allow']).split(', ').sort()).toEqual(expected);
      }
    }
  });

  it('includes paths that another route’s pattern matches, such as /v2/users/export', () => {
    const patterns = addresses.filter(([path]) => path.includes('{'));
    const matched = addresses.filter(
      ([path]) =>
        !path.includes('{') &&
        patterns.some(([pattern]) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)),
    );
    expect(matched.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/v2/users/export', '/v2/enrollments/award']),
    );
  });
});
