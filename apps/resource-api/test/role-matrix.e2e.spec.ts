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
  enrollment: { learner: number; stranger: number; caller: number };
  webhook: number;
  /** Objects of the portal: an ordinary one, an award, and one in which nobody is enrolled. */
  lo: number;
  award: number;
  spare: number;
}
/** Something that may depend on the targets. */
type Made<T> = T | ((things: Things) => T);
interface Sent {
  /** Whose account or enrollment the path is about, or the object that has no enrollment; default: the learner's. */
  of?: 'caller' | 'stranger' | 'spare';
  query?: Made<string>;
  json?: Made<object>;
  image?: TestRequest;
  /** The status for an application, where it differs: its account cannot be changed, log in or learn. */
  application?: number;
}
type Row = [action: string, statuses: string, sent?: Sent];

const link = { title: 'A page', url: 'https://example.com/' };
const newPerson = ({ caller }: Things) => ({
  email: `new-${caller.id}@people.example`,
  first_name: 'N',
  last_name: 'N',
  send_login_email: false,
});
const make = <T>(made: Made<T>, things: Things): T =>
  typeof made === 'function' ? (made as (things: Things) => T)(things) : made;
const image: TestRequest = {
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  headers: { 'content-type': 'image/svg+xml' },
};

/**
 * The table of contract 3.50, for every route of the API. Statuses are in the order
 * Administrator, Manager, Content administrator, Learner: 403 is an action the role lacks, 404 something the
 * caller may not see.
 */
const matrix: Row[] = [
  // search, detail, preview, scorm, account, branding, me: everybody
  ['GET /v2/branding', '200 200 200 200'],
  ['GET /v2/account', '200 200 200 200'],
  ['GET /v2/me', '200 200 200 200'],
  ['GET /v2/learning-objects', '200 200 200 200'],
  ['GET /v2/learning-objects/:loId', '200 200 200 200'],
  ['GET /v2/learning-objects/:loId/preview', '200 200 200 200'],
  ['GET /v2/learning-objects/:loId/scorm', '200 200 200 200'],
  // content, collections, changes of learning objects: administrators and content administrators
  ['POST /v2/content/links', '201 403 201 403', { json: link }],
  ['POST /v2/content/manual', '201 403 201 403', { json: { title: 'T', provider: 'P' } }],
  ['PATCH /v2/learning-objects/:loId', '200 403 200 403', { json: {} }],
  ['DELETE /v2/learning-objects/:loId', '204 403 204 403', { of: 'spare' }],
  ['GET /v2/collections', '200 200 200 403'],
  ['POST /v2/collections', '201 403 201 403', { json: { title: 'T' } }],
  ['GET /v2/collections/:collectionId', '200 200 200 403'],
  ['PATCH /v2/collections/:collectionId', '200 403 200 403', { json: {} }],
  ['DELETE /v2/collections/:collectionId', '409 403 409 403'],
  ['GET /v2/content-groups', '200 200 200 403'],
  ['POST /v2/content-groups', '201 403 201 403', { json: { title: 'T' } }],
  ['GET /v2/content-groups/:groupId', '404 404 404 403'],
  ['PATCH /v2/content-groups/:groupId', '404 403 404 403', { json: {} }],
  ['DELETE /v2/content-groups/:groupId', '404 403 404 403'],
  ['POST /v2/content-groups/:groupId/items/add', '404 403 404 403', { json: { lo: [1] } }],
  ['POST /v2/content-groups/:groupId/items/remove', '404 403 404 403', { json: { lo: [1] } }],
  ['POST /v2/collections/:collectionId/items/add', '204 403 204 403', { json: ({ lo }) => ({ lo: [lo] }) }],
  [
    'POST /v2/collections/:collectionId/items/remove',
    '204 403 204 403',
    { json: ({ lo }) => ({ lo: [lo] }) },
  ],
  // configuration, webhooks, aggregates, ending packages: administrators
  ['DELETE /v2/scorm-packages', '204 403 403 403'],
  ['GET /v2/audit-log', '200 403 403 403'],
  ['GET /v2/audit-log/export', '200 403 403 403'],
  ['PUT /v2/branding', '200 403 403 403', { json: { name: 'Acme' } }],
  ['PUT /v2/branding/logo', '200 403 403 403', { image }],
  ['DELETE /v2/branding/logo', '204 403 403 403'],
  ['PUT /v2/branding/favicon', '200 403 403 403', { image }],
  ['DELETE /v2/branding/favicon', '204 403 403 403'],
  ['GET /v2/limits', '200 403 403 403'],
  ['GET /v2/custom-fields', '200 403 403 403'],
  ['GET /v2/configuration', '200 403 403 403'],
  ['GET /v2/configuration/definitions', '200 403 403 403'],
  ['PUT /v2/configuration', '200 403 403 403', { json: { pay_per_seat: true } }],
  ['GET /v2/enrollment-aggregates', '200 403 403 403', { query: 'min_enrollment_count=1' }],
  ['GET /v2/enrollment-statistics', '200 403 403 403', { query: 'from=1770000000&to=1770000000' }],
  ['GET /v2/webhook-statistics', '200 403 403 403', { query: 'from=1769840000&to=1769843600' }],
  ['GET /v2/webhooks', '200 403 403 403'],
  ['POST /v2/webhooks', '201 403 403 403', { json: { url: 'http://localhost:9/' } }],
  ['GET /v2/webhooks/:webhookId', '200 403 403 403'],
  ['PATCH /v2/webhooks/:webhookId', '200 403 403 403', { json: {} }],
  ['DELETE /v2/webhooks/:webhookId', '204 403 403 403'],
  ['POST /v2/webhooks/:webhookId/rotate-secret', '200 403 403 403'],
  ['GET /v2/webhooks/:webhookId/statistics', '200 403 403 403', { query: 'from=1769840000&to=1769843600' }],
  ['GET /v2/webhooks/:webhookId/deliveries', '200 403 403 403'],
  ['GET /v2/deliveries', '200 403 403 403'],
  ['GET /v2/api-errors', '200 403 403 403'],
  ['GET /v2/webhooks/:webhookId/deliveries/:deliveryId', '404 403 403 403'],
  ['POST /v2/webhooks/:webhookId/deliveries/:deliveryId/redeliver', '404 403 403 403'],
  ['POST /v2/webhooks/:webhookId/replay', '400 403 403 403', { json: {} }],
  ['POST /v2/webhooks/:webhookId/test', '202 403 403 403'],
  // see users: all; managed and self; self
  ['GET /v2/users', '200 200 200 200'],
  ['GET /v2/users/export', '200 403 403 403'],
  ['GET /v2/enrollments/export', '200 403 403 403'],
  ['GET /v2/users/:userId', '200 200 404 404'],
  ['GET /v2/users/:userId', '200 404 404 404', { of: 'stranger' }],
  ['GET /v2/users/:userId', '200 200 200 200', { of: 'caller' }],
  ['GET /v2/user-accounts', '200 200 200 200'],
  ['GET /v2/user-accounts/:userId', '200 200 404 404'],
  // create, patch, delete users, login links: administrators
  ['POST /v2/users', '201 403 403 403', { json: newPerson }],
  ['PATCH /v2/users/:userId', '200 403 403 403', { json: { status: true } }],
  [
    'PATCH /v2/users/:userId',
    '200 403 403 403',
    { of: 'caller', json: { custom_fields: {} }, application: 403 },
  ],
  ['DELETE /v2/users/:userId', '204 403 403 403', { of: 'stranger' }],
  ['POST /v2/users/:userId/login', '200 403 403 403'],
  ['POST /v2/users/:userId/invitation', '409 403 403 403'],
  ['POST /v2/users/:userId/password-mail', '204 403 403 403'],
  ['POST /v2/me/login', '200 200 200 200', { application: 403 }],
  // see enrollments: all; managed and own; own
  ['GET /v2/enrollments', '200 403 403 403'],
  ['GET /v2/enrollments', '200 200 404 404', { query: ({ learner }) => `user_id=${learner.id}` }],
  ['GET /v2/enrollments', '200 200 200 200', { query: ({ caller }) => `user_id=${caller.id}` }],
  ['GET /v2/enrollments/:enrollmentId', '200 200 404 404'],
  ['GET /v2/enrollments/:enrollmentId', '200 404 404 404', { of: 'stranger' }],
  ['GET /v2/enrollments/:enrollmentId', '200 200 200 200', { of: 'caller' }],
  // enroll, patch enrollments: all; managed, and everything but grades of their own; only the status of their
  // own
  [
    'POST /v2/enrollments',
    '201 201 404 404',
    { json: ({ learner, spare }) => ({ user_id: learner.id, lo_id: spare }) },
  ],
  ['POST /v2/enrollments', '201 201 201 201', { json: ({ spare }) => ({ lo_id: spare }), application: 400 }],
  [
    'POST /v2/enrollments',
    '201 201 403 403',
    { json: ({ spare }) => ({ lo_id: spare, due_date: 1774915200 }), application: 400 },
  ],
  ['PATCH /v2/enrollments/:enrollmentId', '200 200 404 404', { json: { result: 1 } }],
  ['PATCH /v2/enrollments/:enrollmentId', '200 404 404 404', { of: 'stranger', json: { result: 1 } }],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 200 200 200',
    { of: 'caller', json: { status: 'in-progress' } },
  ],
  ['PATCH /v2/enrollments/:enrollmentId', '200 403 403 403', { of: 'caller', json: { result: 1 } }],
  [
    'PATCH /v2/enrollments/:enrollmentId',
    '200 200 403 403',
    { of: 'caller', json: { due_date: 1774915200 } },
  ],
  [
    'POST /v2/enrollments/award',
    '201 201 403 403',
    { json: ({ learner, award }) => ({ user_id: learner.id, award_id: award }) },
  ],
  ['POST /v2/enrollments/:enrollmentId/goal', '200 200 403 403', { of: 'caller', json: { goal_id: 1 } }],
  ['DELETE /v2/enrollments/:enrollmentId', '204 403 403 403', { of: 'caller' }], // somebody else has created it
  ['DELETE /v2/enrollments/:enrollmentId', '204 204 404 404'],
  // onboarding is decided by scope and application, not by roles
  ['POST /v2/onboard', '400 400 400 400', { json: {} }],
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
      const answer = await admin.post('/v2/enrollments', { user_id: id, lo_id: lo('lo') });
      return answer.body.id;
    };
    const enrollment = {
      learner: await enroll(learner),
      stranger: await enroll(stranger),
      caller: await enroll(role === 'Application' ? await api.account(portal) : caller),
    };
    const created = await admin.post('/v2/webhooks', { url: 'http://localhost:9/' });
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

  /** The path of an action with the ids of the targets. */
  function fillIn(path: string, of: Sent['of'], { enrollment, ...things }: Things): string {
    const ids: Record<string, number | string> = {
      loId: of === 'spare' ? things.spare : things.lo,
      userId: things[of === 'caller' || of === 'stranger' ? of : 'learner'].id,
      enrollmentId: enrollment[of === 'caller' || of === 'stranger' ? of : 'learner'],
      webhookId: things.webhook,
      collectionId: 'default',
      groupId: 9,
      deliveryId: 1,
    };
    return path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]));
  }

  async function statusFor(role: Caller, action: string, sent: Sent): Promise<number> {
    const [method, path] = action.split(' ') as [string, string];
    const roleThings = await thingsFor(method, role);
    const query = sent.query === undefined ? '' : `?${make(sent.query, roleThings)}`;
    const answer = await api.http.send(method, fillIn(path, sent.of, roleThings) + query, {
      ...(sent.json !== undefined && { json: make(sent.json, roleThings) }),
      ...sent.image,
      token: roleThings.caller.token,
    });
    return answer.status;
  }

  it.each(matrix)('%s: %s', async (action, statuses, sent = {}) => {
    const answered: number[] = [];
    for (const role of roles) answered.push(await statusFor(role, action, sent));
    expect(answered.join(' ')).toBe(statuses);
  });

  it.each(matrix)(
    '%s: a bound application like the portal’s administrators',
    async (action, statuses, sent = {}) => {
      const { application = Number(statuses.split(' ')[0]) } = sent;
      expect(await statusFor('Application', action, sent)).toBe(application);
    },
  );
});
