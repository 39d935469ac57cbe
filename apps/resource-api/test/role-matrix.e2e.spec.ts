import type { CatalogueSeed, TestRequest } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

const roles = ['Administrator', 'Manager', 'Content administrator', 'Learner'] as const;
type Role = (typeof roles)[number];
/** An application bound to the portal has the same rights as its administrators. */
type Caller = Role | 'Application';

/** The targets of a row, new for each role, so that no role sees another's changes. */
interface Things {
  caller: TestAccount;
  /** Managed only by the manager. */
  learner: TestAccount;
  /** Managed by nobody. */
  stranger: TestAccount;
  /** Of the learner, the stranger and the caller. */
  enrollment: { learner: number; stranger: number; learnerId: number };
  webhook: number;
  /** Objects of the portal: an ordinary one, an award, and one in which nobody is enrolled. */
  lo: number;
  award: number;
  spare: number;
}
type Row = [
  action: string,
  statuses: string,
  ask: (things: Things) => [path: string, sent?: TestRequest],
  /** The status for an application, where it differs: its account cannot be changed, log in or learn. */
  application?: number,
];

const link = { title: 'A page', url: 'https://example.com/' };
const json = (value: object): TestRequest => ({ json: value });
const image: TestRequest = {
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  headers: { 'content-type': 'image/svg+xml' },
};

/**
 * The table of contract 3.50, for every route of the API. Statuses are in the order
 * Administrator, Manager, Content administrator, Learner: 403 is an action the role lacks, 404 something the
 * caller may not see.
 */
// prettier-ignore
const matrix: Row[] = [
  // search, detail, preview, scorm, account, branding, me: everybody
  ['GET /v2/branding', '200 200 200 200', () => ['/v2/branding']],
  ['GET /v2/account', '200 200 200 200', () => ['/v2/account']],
  ['GET /v2/me', '200 200 200 200', () => ['/v2/me']],
  ['GET /v2/learning-objects', '200 200 200 200', () => ['/v2/learning-objects']],
  ['GET /v2/learning-objects/:loId', '200 200 200 200', ({ lo }) => [`/v2/learning-objects/${lo}`]],
  [
    'GET /v2/learning-objects/:loId/preview',
    '200 200 200 200',
    ({ lo }) => [`/v2/learning-objects/${lo}/preview`],
  ],
  [
    'GET /v2/learning-objects/:loId/scorm',
    '200 200 200 200',
    ({ lo }) => [`/v2/learning-objects/${lo}/scorm`],
  ],
  // content, collections, changes of learning objects: administrators and content administrators
  ['POST /v2/content/links', '201 403 201 403', () => ['/v2/content/links', json(link)]],
  [
    'POST /v2/content/manual',
    '201 403 201 403',
    () => ['/v2/content/manual', json({ title: 'T', provider: 'P' })],
  ],
  [
    'PATCH /v2/learning-objects/:loId',
    '200 403 200 403',
    ({ lo }) => [`/v2/learning-objects/${lo}`, json({})],
  ],
  ['DELETE /v2/learning-objects/:loId', '204 403 204 403', ({ spare }) => [`/v2/learning-objects/${spare}`]],
  ['GET /v2/collections', '200 200 200 403', () => ['/v2/collections']],
  ['POST /v2/collections', '201 403 201 403', () => ['/v2/collections', json({ title: 'T' })]],
  ['GET /v2/collections/:collectionId', '200 200 200 403', () => ['/v2/collections/default']],
  ['PATCH /v2/collections/:collectionId', '200 403 200 403', () => ['/v2/collections/default', json({})]],
  ['DELETE /v2/collections/:collectionId', '409 403 409 403', () => ['/v2/collections/default']],
  ['GET /v2/content-groups', '200 200 200 403', () => ['/v2/content-groups']],
  ['POST /v2/content-groups', '201 403 201 403', () => ['/v2/content-groups', json({ title: 'T' })]],
  ['GET /v2/content-groups/:groupId', '404 404 404 403', () => ['/v2/content-groups/9']],
  ['PATCH /v2/content-groups/:groupId', '404 403 404 403', () => ['/v2/content-groups/9', json({})]],
  ['DELETE /v2/content-groups/:groupId', '404 403 404 403', () => ['/v2/content-groups/9']],
  ['POST /v2/content-groups/:groupId/items/add', '404 403 404 403', () => ['/v2/content-groups/9/items/add', json({ lo: [1] })]],
  ['POST /v2/content-groups/:groupId/items/remove', '404 403 404 403', () => ['/v2/content-groups/9/items/remove', json({ lo: [1] })]],
  [
    'POST /v2/collections/:collectionId/items/add',
    '204 403 204 403',
    ({ lo }) => ['/v2/collections/default/items/add', json({ lo: [lo] })],
  ],
  [
    'POST /v2/collections/:collectionId/items/remove',
    '204 403 204 403',
    ({ lo }) => ['/v2/collections/default/items/remove', json({ lo: [lo] })],
  ],
  // configuration, webhooks, aggregates, ending packages: administrators
  ['DELETE /v2/scorm-packages', '204 403 403 403', () => ['/v2/scorm-packages']],
  ['GET /v2/audit-log', '200 403 403 403', () => ['/v2/audit-log']],
  ['GET /v2/audit-log/export', '200 403 403 403', () => ['/v2/audit-log/export']],
  ['PUT /v2/branding', '200 403 403 403', () => ['/v2/branding', json({ name: 'Acme' })]],
  ['PUT /v2/branding/logo', '200 403 403 403', () => ['/v2/branding/logo', image]],
  ['DELETE /v2/branding/logo', '204 403 403 403', () => ['/v2/branding/logo']],
  ['PUT /v2/branding/favicon', '200 403 403 403', () => ['/v2/branding/favicon', image]],
  ['DELETE /v2/branding/favicon', '204 403 403 403', () => ['/v2/branding/favicon']],
  ['GET /v2/limits', '200 403 403 403', () => ['/v2/limits']],
  ['GET /v2/custom-fields', '200 403 403 403', () => ['/v2/custom-fields']],
  ['GET /v2/configuration', '200 403 403 403', () => ['/v2/configuration']],
  ['GET /v2/configuration/definitions', '200 403 403 403', () => ['/v2/configuration/definitions']],
  ['PUT /v2/configuration', '200 403 403 403', () => ['/v2/configuration', json({ pay_per_seat: true })]],
  [
    'GET /v2/enrollment-aggregates',
    '200 403 403 403',
    () => ['/v2/enrollment-aggregates?min_enrollment_count=1'],
  ],
  [
    'GET /v2/enrollment-statistics',
    '200 403 403 403',
    () => ['/v2/enrollment-statistics?from=1770000000&to=1770000000'],
  ],
  [
    'GET /v2/webhook-statistics',
    '200 403 403 403',
    () => ['/v2/webhook-statistics?from=1769840000&to=1769843600'],
  ],
  ['GET /v2/webhooks', '200 403 403 403', () => ['/v2/webhooks']],
  ['POST /v2/webhooks', '201 403 403 403', () => ['/v2/webhooks', json({ url: 'http://localhost:9/' })]],
  ['GET /v2/webhooks/:webhookId', '200 403 403 403', ({ webhook }) => [`/v2/webhooks/${webhook}`]],
  [
    'PATCH /v2/webhooks/:webhookId',
    '200 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}`, json({})],
  ],
  ['DELETE /v2/webhooks/:webhookId', '204 403 403 403', ({ webhook }) => [`/v2/webhooks/${webhook}`]],
  [
    'POST /v2/webhooks/:webhookId/rotate-secret',
    '200 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/rotate-secret`],
  ],
  [
    'GET /v2/webhooks/:webhookId/statistics',
    '200 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/statistics?from=1769840000&to=1769843600`],
  ],
  [
    'GET /v2/webhooks/:webhookId/deliveries',
    '200 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/deliveries`],
  ],
  [
    'GET /v2/webhooks/:webhookId/deliveries/:deliveryId',
    '404 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/deliveries/1`],
  ],
  [
    'POST /v2/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    '404 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/deliveries/1/redeliver`],
  ],
  [
    'POST /v2/webhooks/:webhookId/replay',
    '400 403 403 403',
    ({ webhook }) => [`/v2/webhooks/${webhook}/replay`, json({})],
  ],
  ['POST /v2/webhooks/:webhookId/test', '202 403 403 403', ({ webhook }) => [`/v2/webhooks/${webhook}/test`]],
  // see users: all; managed and self; self
  ['GET /v2/users', '200 200 200 200', () => ['/v2/users']],
  ['GET /v2/users/export', '200 403 403 403', () => ['/v2/users/export']],
  ['GET /v2/enrollments/export', '200 403 403 403', () => ['/v2/enrollments/export']],
  ['GET /v2/users/:userId', '200 200 404 404', ({ learner }) => [`/v2/users/${learner.id}`]],
  ['GET /v2/users/:userId', '200 404 404 404', ({ stranger }) => [`/v2/users/${stranger.id}`]],
  ['GET /v2/users/:userId', '200 200 200 200', ({ caller }) => [`/v2/users/${caller.id}`]],
  ['GET /v2/user-accounts', '200 200 200 200', () => ['/v2/user-accounts']],
  ['GET /v2/user-accounts/:userId', '200 200 404 404', ({ learner }) => [`/v2/user-accounts/${learner.id}`]],
  // create, patch, delete users, login links: administrators
  [
    'POST /v2/users',
    '201 403 403 403',
    ({ caller }) => [
      '/v2/users',
      json({ email: `new-${caller.id}@people.example`, first_name: 'N', last_name: 'N', send_login_email: false }),
    ],
  ],
  [
    'PATCH /v2/users/:userId',
    '200 403 403 403',
    ({ learner }) => [`/v2/users/${learner.id}`, json({ status: true })],
  ],
  [
    'PATCH /v2/users/:userId',
    '200 403 403 403',
    ({ caller }) => [`/v2/users/${caller.id}`, json({ custom_fields: {} })],
    403,
  ],
  ['DELETE /v2/users/:userId', '204 403 403 403', ({ stranger }) => [`/v2/users/${stranger.id}`]],
  ['POST /v2/users/:userId/login', '200 403 403 403', ({ learner }) => [`/v2/users/${learner.id}/login`]],
  [
    'POST /v2/users/:userId/invitation',
    '409 403 403 403',
    ({ learner }) => [`/v2/users/${learner.id}/invitation`],
  ],
  ['POST /v2/me/login', '200 200 200 200', () => ['/v2/me/login'], 403],
  // see enrollments: all; managed and own; own
  ['GET /v2/enrollments', '200 403 403 403', () => ['/v2/enrollments']],
  ['GET /v2/enrollments', '200 200 404 404', ({ learner }) => [`/v2/enrollments?user_id=${learner.id}`]],
  ['GET /v2/enrollments', '200 200 200 200', ({ caller }) => [`/v2/enrollments?user_id=${caller.id}`]],
  [
    'GET /v2/enrollments/:enrollmentId',
    '200 200 404 404',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learner}`],
  ],
  [
    'GET /v2/enrollments/:enrollmentId',
    '200 404 404 404',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.stranger}`],
  ],
  [
    'GET /v2/enrollments/:enrollmentId',
    '200 200 200 200',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}`],
  ],
  // enroll, patch enrollments: all; managed, and everything but grades of their own; only the status of their
  // own
  [
    'POST /v2/enrollments',
    '201 201 404 404',
    ({ learner, spare }) => ['/v2/enrollments', json({ user_id: learner.id, lo_id: spare })],
  ],
  ['POST /v2/enrollments', '201 201 201 201', ({ spare }) => ['/v2/enrollments', json({ lo_id: spare })], 400],
  [
    'POST /v2/enrollments',
    '201 201 403 403',
    ({ spare }) => ['/v2/enrollments', json({ lo_id: spare, due_date: 1774915200 })],
    400,
  ],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 200 404 404',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learner}`, json({ result: 1 })],
  ],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 404 404 404',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.stranger}`, json({ result: 1 })],
  ],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 200 200 200',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}`, json({ status: 'in-progress' })],
  ],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 403 403 403',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}`, json({ result: 1 })],
  ],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 200 403 403',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}`, json({ due_date: 1774915200 })],
  ],
  [
    'POST /v2/enrollments/award',
    '201 201 403 403',
    ({ learner, award }) => ['/v2/enrollments/award', json({ user_id: learner.id, award_id: award })],
  ],
  [
    'POST /v2/enrollments/:enrollmentId/goal',
    '200 200 403 403',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}/goal`, json({ goal_id: 1 })],
  ],
  [
    'DELETE /v2/enrollments/:enrollmentId',
    '204 403 403 403', // somebody else has created it
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learnerId}`],
  ],
  [
    'DELETE /v2/enrollments/:enrollmentId',
    '204 204 404 404',
    ({ enrollment }) => [`/v2/enrollments/${enrollment.learner}`],
  ],
  // onboarding is decided by scope and application, not by roles
  ['POST /v2/onboard', '400 400 400 400', () => ['/v2/onboard', json({})]],
];

describe('the role matrix', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  beforeAll(async () => {
    seed = await api.catalogue();
  });

  /** Shared by rows that only read. */
  const unchanged = new Map<Caller, Promise<Things>>();
  function thingsFor(method: string, role: Caller): Promise<Things> {
    if (method !== 'GET') return things(role);
    const cached = unchanged.get(role) ?? things(role);
    unchanged.set(role, cached);
    return cached;
  }

  /** A portal with everything that a row may act on. */
  async function things(role: Caller): Promise<Things> {
    const portal = await api.portal({ features: ['login_links'] });
    const admin = await api.administrator(portal);
    const manager = await api.account(portal, { roles: ['Manager'] });
    const learner = await api.account(portal, { managers: [manager.id] });
    const stranger = await api.account(portal);
    const callers: Record<Caller, () => Promise<TestAccount> | TestAccount> = {
      Administrator: () => admin,
      Manager: () => manager,
      'Content administrator': () => api.account(portal, { roles: ['Content administrator'] }),
      Learner: () => api.account(portal),
      Application: () => api.application(portal),
    };
    const caller = await callers[role]();
    const provider = `own-${portal.id}`;
    await seed.provider(provider, portal.id);
    const object = (external_id: string, type: 'text' | 'award') => ({
      provider,
      external_id,
      type,
      title: external_id,
      ...(type === 'text' ? { content: { html: '<p>Read this.</p>' } } : {}),
    });
    const ids = await seed.load([object('lo', 'text'), object('spare', 'text'), object('award', 'award')]);
    const lo = (name: string) => ids.get(`${provider} ${name}`)!;
    const enroll = async ({ id }: TestAccount): Promise<number> => {
      const answer = await api.http.post('/v2/enrollments', {
        token: admin.token,
        json: { user_id: id, lo_id: lo('lo') },
      });
      return answer.body.id;
    };
    const enrollment = {
      learner: await enroll(learner),
      stranger: await enroll(stranger),
      learnerId: await enroll(role === 'Application' ? await api.account(portal) : caller),
    };
    const created = await api.http.post('/v2/webhooks', {
      token: admin.token,
      json: { url: 'http://localhost:9/' },
    });
    const objects = { lo: lo('lo'), spare: lo('spare'), award: lo('award') };
    return { caller, learner, stranger, enrollment, webhook: created.body.id, ...objects };
  }

  it('has a row for every route', () => {
    const protectedRoutes = api.server.routes.entries
      .filter(({ method, url }) => !['HEAD', 'OPTIONS'].includes(method) && url.startsWith('/v2/'))
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(matrix.map(([action]) => action))].sort()).toEqual(
      [...new Set(protectedRoutes)].sort(),
    );
  });

  async function statusFor(role: Caller, action: string, ask: Row[2]): Promise<number> {
    const method = action.split(' ')[0]!;
    const roleThings = await thingsFor(method, role);
    const [path, sent] = ask(roleThings);
    return (await api.http.send(method, path, { ...sent, token: roleThings.caller.token })).status;
  }

  it.each(matrix)('%s: %s', async (action, statuses, ask) => {
    const answered: number[] = [];
    for (const role of roles) answered.push(await statusFor(role, action, ask));
    expect(answered.join(' ')).toBe(statuses);
  });

  it.each(matrix)(
    '%s: a bound application like the portal’s administrators',
    async (action, statuses, ask, application = Number(statuses.split(' ')[0])) => {
      expect(await statusFor('Application', action, ask)).toBe(application);
    },
  );
});
