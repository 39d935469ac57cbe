import { DocumentReader } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { C1, OPS, useAuthServers } from './auth-stack.js';
import { CONSOLE, freshToken } from './console-app.js';
import { applicationToken, bearer, get, post, send } from './requests.js';

const warning = '299 - "Unknown query parameters were ignored: no_such"';

describe('a query parameter that an operation of the authorization server does not know', () => {
  const stack = useAuthServers();
  const { operations } = new DocumentReader(
    readFileSync(join('docs', 'openapi', 'auth-server.json'), 'utf8'),
  );
  const isResource = ({ name }: { name: string }) => /^\w+ \/(client|applications)\b/.test(name);
  const formatAddress = (name: string) => name.split(' ')[1]!.replaceAll(/\{\w+\}/g, '999999');
  let person: string;
  let ops: string;
  beforeAll(async () => {
    await stack.register(CONSOLE);
    person = await freshToken(stack);
    ops = await applicationToken(stack, OPS);
  });

  it('is named in a Warning by every operation of /client and /applications, and nothing that is documented is', async () => {
    const resources = operations.filter(isResource);
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
    const credentials = {
      client_id: C1.clientId,
      client_secret: C1.secret,
      grant_type: 'client_credentials',
    };
    const token = await post(`${stack.url}/oauth/token`, { ...credentials, nick: 'x' });
    expect([token.status, token.headers.get('warning')]).toEqual([200, null]);
  });

  it('is ignored without a warning where OAuth requires it', async () => {
    for (const { name } of operations.filter((one) => !isResource(one) && one.name.startsWith('get '))) {
      const answer = await get(`${stack.url}${formatAddress(name)}?no_such=1`, bearer(person));
      expect([name, answer.headers.get('warning')]).toEqual([name, null]);
    }
    const token = await applicationToken(stack, C1);
    expect(token).toEqual(expect.any(String));
  });
});
