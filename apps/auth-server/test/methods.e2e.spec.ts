import { METHODS, request } from 'node:http';
import { useAuthServers } from './auth-stack.js';

const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const portalHost = 'a.learning.localhost';

interface Heard {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

describe('methods that an address does not support', () => {
  const stack = useAuthServers();
  let port: number;
  let methodsByPath: Map<string, Set<string>>;

  beforeAll(() => {
    port = Number(new URL(stack.url).port);
    methodsByPath = new Map();
    for (const { method, url } of stack.routes[0]!.entries) {
      const path = url.replaceAll(/:[^/]+/g, 'x');
      methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
    }
  });

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<Heard>((resolve, reject) => {
      const clientRequest = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      });
      clientRequest.on('error', reject).end();
    });
  /** Those known to the parser; Node's client does not support CONNECT here, and HEAD has no body to check. */
  const refused = (path: string) =>
    METHODS.filter(
      (method) => !['CONNECT', 'HEAD'].includes(method) && !methodsByPath.get(path)!.has(method),
    );
  const allowed = ({ headers }: Heard) => String(headers['allow']).split(', ').sort();

  it('405 with Allow and JSON for programs, on every route', async () => {
    expect(methodsByPath.size).toBeGreaterThan(25);
    for (const [path, methods] of methodsByPath) {
      expect(refused(path).length).toBeGreaterThan(20);
      for (const method of refused(path)) {
        const heard = await send(method, path);
        expect([method, path, heard.status]).toEqual([method, path, 405]);
        expect(allowed(heard)).toEqual([...methods].sort());
        expect(heard.headers['content-type']).toBe('application/json');
        const body = JSON.parse(heard.text) as { error?: string; error_code?: string };
        expect(body.error ?? body.error_code).toBe(
          path.startsWith('/oauth') || path.startsWith('/.well-known')
            ? 'invalid_request'
            : 'method_not_allowed',
        );
      }
    }
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0', 'application/json'],
    [browsers, 'text/html; charset=utf-8'],
    ['text/*', 'text/html; charset=utf-8'],
  ])('Accept: %s: a person’s page answers %s', async (accept, type) => {
    for (const [method, path] of [
      ['DELETE', '/oauth/authorize'],
      ['GET', '/oauth/authorize/consent'],
      ['PUT', '/oauth/account'],
      ['GET', '/oauth/account/end-session'],
    ] as const) {
      const heard = await send(method, path, { accept });
      expect([heard.status, heard.headers['content-type']]).toEqual([405, type]);
      expect(allowed(heard)).toEqual([...methodsByPath.get(path)!].sort());
      if (type !== 'application/json') expect(heard.text).toContain('only accepts our own form');
    }
  });

  it('endpoints for programs answer browsers in JSON too', async () => {
    const heard = await send('GET', '/oauth/token', { accept: browsers });
    expect([heard.status, heard.headers['content-type'], heard.headers['allow']]).toEqual([
      405,
      'application/json',
      'POST',
    ]);
  });

  it('unknown paths get a page for browsers, JSON for programs', async () => {
    for (const path of ['/client/x/y', '/client/x?y=1']) {
      const heard = await send('GET', path, { accept: browsers });
      expect(heard.headers['content-type']).toBe('application/json');
    }
    for (const path of ['/nothing-here', '/oauth', '/oauth/nothing-here']) {
      const [page, json] = [await send('GET', path, { accept: browsers }), await send('GET', path)];
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect([json.status, json.headers['content-type']]).toEqual([404, 'application/json']);
    }
  });

  it('HEAD is 405 for a form’s address, 200 for a page’s', async () => {
    const form = await send('HEAD', '/oauth/authorize/consent');
    expect([form.status, form.headers['allow']]).toEqual([405, 'POST']);
    for (const path of ['/oauth/authorize', '/oauth/account', '/oauth/password/forgotten']) {
      expect((await send('HEAD', path)).status).toBe(200);
    }
    expect((await send('HEAD', '/oauth/account/nothing-here')).status).toBe(404);
  });

  it('every address on a portal’s host supports only GET and HEAD, except the forms', async () => {
    for (const path of ['/', '/anything']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'TRACE']) {
        const heard = await send(method, path, { host: portalHost });
        expect([heard.status, allowed(heard)]).toEqual([405, ['GET', 'HEAD']]);
        expect(heard.headers['content-type']).toBe('application/json');
        const page = await send(method, path, { host: portalHost, accept: browsers });
        expect([page.status, page.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8']);
      }
    }
    expect((await send('GET', '/anything', { host: portalHost })).status).toBe(200);
  });
});
