import { ModulesContainer } from '@nestjs/core';
import { ACCESS_RULE, PUBLIC_ROUTE, type AccessRule } from '@app/access';
import { useResourceApi } from './resource-api.js';

/** The metadata key of a decorated handler's path in Nest. */
const PATH_METADATA = 'path';

interface Handler {
  name: string;
  rule: AccessRule | undefined;
  isPublic: boolean;
}

describe('routes', () => {
  const api = useResourceApi();

  /** Every handler of every controller, by reflection. */
  function handlers(): Handler[] {
    const controllers = [...api.server.app.get(ModulesContainer).values()].flatMap((module) => [
      ...module.controllers.values(),
    ]);
    return controllers.flatMap(({ metatype }) => {
      const type = metatype as { name: string; prototype: Record<string, object> };
      return Object.getOwnPropertyNames(type.prototype)
        .filter((name) => name !== 'constructor')
        .filter((name) => Reflect.hasMetadata(PATH_METADATA, type.prototype[name]!))
        .map((name) => ({
          name: `${type.name}.${name}`,
          rule: Reflect.getMetadata(ACCESS_RULE, type.prototype[name]!) as AccessRule | undefined,
          isPublic:
            Reflect.hasMetadata(PUBLIC_ROUTE, type.prototype[name]!) ||
            Reflect.hasMetadata(PUBLIC_ROUTE, type),
        }));
    });
  }

  /** Paths that take no bearer token, each with its reason. */
  const open = [
    /^\/$/, // the start page
    /^\/health\//, // probes
    /^\/docs/, // Swagger UI and the document
    /^\/preview\//, // signed URLs
    /^\/branding\//, // logos, named by a digest of their content
    /^\/launch\//, // launch tokens of SCORM packages
  ];
  const routes = () =>
    api.server.routes.entries.filter(
      ({ method, url }) =>
        !['HEAD', 'OPTIONS'].includes(method) && !open.some((pattern) => pattern.test(url)),
    );

  it('every handler declares its access, or that it is public', () => {
    const all = handlers();
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ rule, isPublic }) => (rule === undefined) === !isPublic)).toEqual([]);
  });

  it('every handler except /v2/me and the like declares a scope', () => {
    const withoutScope = handlers().filter(({ rule }) => rule && rule.scope === undefined);
    expect(withoutScope.map(({ name }) => name)).toEqual(['MeController.get']);
  });

  it('every other route answers 401 without a token, and with a bad one', async () => {
    expect(routes().length).toBeGreaterThan(15);
    for (const { method, url } of routes()) {
      const path = url.replace(/:\w+/g, '1');
      const none = await api.http.send(method, path);
      expect([method, url, none.status, none.headers['www-authenticate']]).toEqual([
        method,
        url,
        401,
        'Bearer',
      ]);
      const bad = await api.http.send(method, path, { token: 'x.y.z' });
      expect([method, url, bad.status, bad.body.message]).toEqual([method, url, 401, 'Invalid token']);
      expect(bad.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
  });

  it('every route with a scope answers 403 insufficient_scope to a token without scopes', async () => {
    const admin = await api.administrator();
    const token = await api.mint.sign({ portal: admin.portal, account: admin, scopes: [] });
    for (const { method, url } of routes().filter(({ url }) => url !== '/v2/me')) {
      const { status, body, headers } = await api.http.send(method, url.replace(/:\w+/g, '1'), { token });
      expect([method, url, status, body?.error_code]).toEqual([method, url, 403, 'insufficient_scope']);
      const [, scope] =
        /^Bearer error="insufficient_scope", scope="([a-z.]+)"$/.exec(String(headers['www-authenticate'])) ??
        [];
      expect([url, body.message]).toEqual([url, expect.stringContaining(`the scope ${scope}`)]);
    }
  });

  it('every /v2 route but onboarding answers 403 portal_required to an application outside any portal', async () => {
    const token = await api.mint.sign({ clientId: 'unbound' });
    for (const { method, url } of routes().filter(({ url }) => url !== '/v2/onboard')) {
      const { status, body } = await api.http.send(method, url.replace(/:\w+/g, '1'), { token });
      expect([method, url, status, body?.error_code]).toEqual([method, url, 403, 'portal_required']);
    }
  });

  it('every protected route is in the OpenAPI document with its scope, and nothing else is', async () => {
    const { body } = await api.http.get('/docs-json');
    const documented = Object.entries<Record<string, { description: string; responses: object }>>(
      body.paths,
    ).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ':')}`,
      ),
    );
    const served = routes()
      .filter(({ url }) => url.startsWith('/v2/'))
      .map(({ method, url }) => `${method} ${url.replace(/:\w+/g, ':')}`);
    expect([...new Set(documented)].sort()).toEqual([...new Set(served)].sort());
  });
});
