import { ModulesContainer } from '@nestjs/core';
import { ACCESS_RULE, PUBLIC_ROUTE, type AccessRule } from '@app/access';
import { sql } from '@app/database';
import { expectPrivateLog, privateRequests, sendRaw } from '@app/testing';
import { pino } from 'pino';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { createResourceApi } from '../src/app.js';
import { resourceApiDocument } from '../src/openapi.js';

const api = useResourceApi();

/** The metadata key of a decorated handler's path in Nest. */
const PATH_METADATA = 'path';

interface Handler {
  name: string;
  rule: AccessRule | undefined;
  isPublic: boolean;
}

describe('routes', () => {
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

/** Bodies with which a request would succeed in the caller's own portal, by route; other routes need none. */
const bodies: Record<string, object> = {
  'POST /v2/collections/:collectionId/items/add': { lo: [1] },
  'POST /v2/collections/:collectionId/items/remove': { lo: [1] },
  'POST /v2/content-groups/:groupId/items/add': { lo: [1] },
  'POST /v2/content-groups/:groupId/items/remove': { lo: [1] },
  'POST /v2/enrollments/:enrollmentId/goal': { goal_id: 1 },
  'POST /v2/webhooks/:webhookId/replay': { from: 1, to: 2 },
};

/** The same for queries. */
const queries: Record<string, string> = {
  '/v2/webhooks/:webhookId/statistics': '?from=1&to=2',
};

describe('isolation between portals', () => {
  let here: TestAccount;
  let otherAdmin: TestAccount;
  /** Ids in the other portal, by the name of the path parameter. */
  let ids: Record<string, string | number>;

  beforeAll(async () => {
    here = await api.administrator(await api.portal({ features: ['login_links'] }));
    otherAdmin = await api.administrator();
    const learner = await api.account(otherAdmin.portal);
    const seed = await api.catalogue();
    await seed.provider('there', otherAdmin.portal.id);
    const loaded = await seed.load([{ provider: 'there', external_id: 'lo', type: 'text', title: 'Theirs' }]);
    const loId = loaded.get('there lo')!;
    const collectionId = await seed.collection('theirs', otherAdmin.portal.id);
    const token = otherAdmin.token;
    const enrollment = await api.http.post('/v2/enrollments', {
      token,
      json: { user_id: learner.id, lo_id: loId },
    });
    const webhook = await api.http.post('/v2/webhooks', { token, json: { url: 'https://example.com/hook' } });
    expect([enrollment.status, webhook.status]).toEqual([201, 201]);
    const test = await api.http.post(`/v2/webhooks/${webhook.body.id}/test`, { token });
    ids = {
      userId: learner.id,
      enrollmentId: enrollment.body.id,
      loId,
      collectionId,
      groupId: await seed.group('Theirs', otherAdmin.portal.id),
      webhookId: webhook.body.id,
      deliveryId: test.body?.id ?? 1,
    };
  });

  const routes = () =>
    api.server.routes.entries.filter(
      ({ method, url }) =>
        url.startsWith('/v2/') && url.includes(':') && method !== 'HEAD' && method !== 'OPTIONS',
    );

  it('every route with an id answers 404 to an id of another portal, and changes nothing there', async () => {
    expect(routes().length).toBeGreaterThan(10);
    const dump = () =>
      api.db.many(sql`
        select row_to_json(e)::text from learning.enrollments e
        union all select row_to_json(a)::text from identity.accounts a
        union all select row_to_json(w)::text from learning.webhooks w
        union all select row_to_json(o)::text from learning.learning_objects o
        union all select row_to_json(c)::text from learning.collections c
        union all select row_to_json(g)::text from learning.content_groups g`);
    const before = await dump();
    for (const { method, url } of routes()) {
      const path = url.replace(/:(\w+)/g, (_, name: string) => {
        if (ids[name] === undefined)
          throw new Error(`this test knows no ${name} of the other portal: add one`);
        return String(ids[name]);
      });
      const address = path + (queries[url] ?? '');
      const json = method === 'GET' || method === 'DELETE' ? undefined : (bodies[`${method} ${url}`] ?? {});
      const { status, text } = await api.http.send(method, address, { token: here.token, json });
      expect([method, url, status, text.includes('Theirs')]).toEqual([method, url, 404, false]);
    }
    expect(await dump()).toEqual(before);
  });

  it('the same ids work in their own portal', async () => {
    for (const path of [
      `/v2/users/${ids['userId']}`,
      `/v2/enrollments/${ids['enrollmentId']}`,
      `/v2/learning-objects/${ids['loId']}`,
      `/v2/webhooks/${ids['webhookId']}`,
      `/v2/collections/${ids['collectionId']}`,
      `/v2/content-groups/${ids['groupId']}`,
    ]) {
      expect([path, (await otherAdmin.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('ids of another portal in a body are refused', async () => {
    const send = (path: string, json: object) => here.post(path, json);
    expect((await send('/v2/enrollments', { user_id: ids['userId'], lo_id: ids['loId'] })).status).toBe(404);
    expect(
      (await send('/v2/enrollments/award', { user_id: ids['userId'], award_id: ids['loId'] })).status,
    ).toBe(404);
    const user = { email: 'x@example.com', first_name: 'X', last_name: 'Y' };
    expect((await send('/v2/users', { ...user, managers: [ids['userId']] })).status).toBe(400);
    expect((await send('/v2/collections/default/items/add', { lo: [ids['loId']] })).status).toBe(400);
  });

  it('lists show nothing of another portal', async () => {
    const lists = ['users', 'enrollments', 'learning-objects', 'webhooks', 'collections', 'content-groups'];
    for (const path of lists.map((name) => `/v2/${name}`)) {
      const { body } = await here.get(path);
      const isFound = JSON.stringify(body.hits).includes('Theirs');
      expect([path, isFound]).toEqual([path, false]);
    }
    const { body } = await here.get(`/v2/users?email=${encodeURIComponent(otherAdmin.email)}`);
    expect(body.total).toBe(0);
  });
});

describe('the request log of the resource API', () => {
  it('contains no token from a path and no personal value from a query, whatever the route', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const { app, routes } = await createResourceApi(api.settings, { clock: api.clock, logger });
    try {
      await app.listen(0, '127.0.0.1');
      const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
      const requests = privateRequests(
        routes.entries,
        await resourceApiDocument(app, api.settings),
        () => false,
      );
      expect(requests.length).toBeGreaterThan(60);
      for (const path of ['/launch/:token', '/preview/:token'])
        expect(requests.map(({ route }) => route)).toContain(path);
      await expectPrivateLog(url, requests, lines);
      // what operators look for is kept
      lines.length = 0;
      await sendRaw(
        url,
        'GET /v2/users/17?limit=5&include=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(lines.join()).toContain('"url":"/v2/users/17?limit=5&include=x"');
    } finally {
      await app.close();
    }
  });
});
