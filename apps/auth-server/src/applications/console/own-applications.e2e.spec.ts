import { sql } from '@app/database';
import { pooledConnections, SESSIONS_HERE } from '@app/testing';
import { defaultScopes, scopes } from '@app/contracts';
import { registerKey } from '../../../test/assertions.js';
import { accounts, C1, C2, P1, useAuthServers } from '../../../test/auth-stack.js';
import { forgetAnswers } from '../../../test/approvals.js';
import { CONSOLE, freshToken, consoleCredentials } from '../../../test/console-app.js';
import { applicationToken, bearer, get, send, token, validate, code, field } from '../../../test/requests.js';

const stack = useAuthServers(2);
const application = { client_name: 'Course Finder', redirect_uri: 'https://partner.example/cb' };
const create = (
  accessToken: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) => send(stack, 'POST', '/applications', accessToken, { ...application, ...form }, headers);
const rotate = (accessToken: string, id: string, form: Record<string, string> = {}) =>
  send(stack, 'POST', `/applications/${id}/rotate-secret`, accessToken, form);
const works = async (clientId: string, secret: string) =>
  (await token(stack, { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }))
    .status === 200;
const clients = () => stack.db.many<{ n: number }>(sql`select count(*)::int n from auth.clients`);
const secrets = (id: string) =>
  stack.db.many(sql`
    select secret_hash, previous_secret_hash, previous_secret_until from auth.clients
     where client_id = ${id}`);
/** An application of the portal's own, new for each test, with its secret. */
let ownClient: { clientId: string; secret: string };
let number = 0;

beforeAll(() => stack.register(CONSOLE));
beforeEach(async () => {
  await forgetAnswers(stack);
  ownClient = { clientId: `own-${(number += 1)}`, secret: `own-secret-0123456789-${number}` };
  await stack.register({ ...C1, ...ownClient, scopes });
});
afterEach(() => stack.clock.reset());

describe('POST /applications', () => {
  it('makes one that is bound to the token’s portal, acts as its administrator, and is listed', async () => {
    const administrator = await freshToken(stack);
    const answer = await create(administrator);
    expect(answer.status).toBe(201);
    const { client_id: clientId, client_secret: secret, ...shown } = answer.body;
    expect(secret).toMatch(/^[0-9a-f]{40}$/);
    expect(shown).toEqual({
      client_name: 'Course Finder',
      kind: 'own',
      status: 1,
      is_approved: false,
      is_blocked: false,
      scopes: [...defaultScopes],
      consents_count: 0,
      made_by: { user_id: accounts.adminA, name: 'Ada Admin' },
      since: expect.any(String),
      last_used_time: null,
      previous_secret_until: null,
    });
    const machine = await applicationToken(stack, { clientId, secret });
    const { body } = await validate(stack, machine);
    expect([body.roles, body.portal_id]).toEqual([['Administrator'], 1]);
    const again = await get(`${stack.url}/applications/${clientId}`, bearer(administrator));
    expect(again.body).toMatchObject({ client_id: clientId, kind: 'own', approval: null, consents: [] });
    expect(again.text).not.toContain(secret);
    const audited = await stack.db.many(sql`
      select event, portal_id, account_id from auth.audit_log where client_id = ${clientId}
       order by id limit 1`);
    expect(audited).toEqual([{ event: 'client.created', portal_id: 1, account_id: accounts.adminA }]);
  });

  it('returns addresses, grants and keys only to administrators of its portal', async () => {
    const uris = ['https://partner.example/cb', 'https://partner.example/other'];
    const { body } = await create(await freshToken(stack));
    await stack.db.many(sql`
      insert into auth.client_redirect_uris (client_id, redirect_uri) values (${body.client_id}, ${uris[1]})`);
    const shownTo = async (administrator: string, id: string) =>
      (await get(`${stack.url}/applications/${id}`, bearer(administrator))).body;
    const registered = async (administrator: string, id: string = body.client_id) => {
      const { redirect_uris, grants, keys } = await shownTo(administrator, id);
      return { redirect_uris, grants, keys };
    };
    const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'service_jwt'];
    const administrator = await freshToken(stack);
    expect(await registered(administrator)).toEqual({ redirect_uris: uris, grants, keys: [] });
    const { kid, alg } = await registerKey(stack, body.client_id);
    const keys = [{ kid, alg, created_time: expect.stringMatching(/^20.*\+00:00$/) }];
    expect(await registered(administrator)).toEqual({ redirect_uris: uris, grants, keys });
    const nothing = { redirect_uris: null, grants: null, keys: null };
    expect(await registered(administrator, CONSOLE.clientId)).toEqual(nothing);
    const elsewhere = await freshToken(stack, 'multi@a.example', String(accounts.multiB));
    expect((await get(`${stack.url}/applications/${body.client_id}`, bearer(elsewhere))).status).toBe(404);
  });

  it('stays in the token’s portal, whichever portal the body names', async () => {
    const { body } = await create(await freshToken(stack), { portal_name: 'b.learning.localhost' });
    const [row] = await stack.db.many(sql`
      select portal_id from auth.clients where client_id = ${body.client_id}`);
    expect(row).toEqual({ portal_id: 1 });
  });

  it('mails all administrators', async () => {
    await stack.db.many(sql`delete from identity.mails`);
    await create(await freshToken(stack));
    const mails = await stack.db.many(sql`select recipient, template, data from identity.mails order by 1`);
    expect(mails).toEqual(
      [
        ['admin@a.example', { by: 'you' }],
        ['multi@a.example', { administrator: 'Ada Admin' }],
      ].map(([recipient, doer]) => ({
        recipient,
        template: 'new-client',
        data: {
          client: 'Course Finder',
          host: 'partner.example',
          portal: 'Portal A',
          name: expect.any(String),
          ...(doer as object),
        },
      })),
    );
  });

  it('requires app.write and an administrator with a fresh login by their own password', async () => {
    const before = await clients();
    const reader = await freshToken(stack, undefined, undefined, { scope: 'app.read' });
    expect(code(await create(reader))).toEqual([403, 'insufficient_scope']);
    expect((await create(await freshToken(stack, 'learner@a.example'))).status).toBe(403);
    const machine = await applicationToken(stack, ownClient);
    expect(code(await create(machine))).toEqual([403, 'fresh_login_required']);
    const early = await freshToken(stack);
    const blocked = await freshToken(stack, 'multi@a.example', String(accounts.multiA));
    stack.clock.advance(601);
    expect(code(await create(early))).toEqual([403, 'fresh_login_required']);
    stack.clock.reset();
    await stack.db.many(sql`update identity.accounts set roles = '{Learner}' where id = ${accounts.multiA}`);
    try {
      expect(code(await create(blocked))).toEqual([403, 'administrator_required']);
    } finally {
      await stack.db.many(sql`
        update identity.accounts set roles = '{Administrator}' where id = ${accounts.multiA}`);
    }
    expect(await clients()).toEqual(before);
  });

  it.each<[string, Record<string, string>]>([
    ['redirect_uri', { redirect_uri: '/cb' }],
    ['redirect_uri', { redirect_uri: 'http://vendor.example/' }],
    ['redirect_uri', { redirect_uri: 'https://vendor.example/#x' }],
    ['client_name', { client_name: '' }],
    ['client_name', { client_name: 'a\u202eb' }],
    ['jwks', { jwks: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}' }],
  ])('validates like POST /client: bad %s gets a 400 naming it (%j)', async (name, form) => {
    const before = await clients();
    expect(field(await create(await freshToken(stack), form))).toEqual([400, name]);
    expect(await clients()).toEqual(before);
  });

  it('makes one from twenty parallel requests with one Idempotency-Key, and returns its secret to all', async () => {
    const administrator = await freshToken(stack);
    const key = { 'idempotency-key': 'form-opened-once' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(administrator, { client_name: 'Once' }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1);
    expect(await stack.db.many(sql`select 1 from auth.clients where name = 'Once'`)).toHaveLength(1);
  });
});

describe('POST /applications/{clientId}/rotate-secret', () => {
  it('ends the old secret immediately or after grace_seconds, and returns that time', async () => {
    const administrator = await freshToken(stack);
    const first = await rotate(administrator, ownClient.clientId);
    expect([first.status, first.body.previous_secret_until]).toEqual([200, null]);
    expect(await works(ownClient.clientId, ownClient.secret)).toBe(false);
    const second = await rotate(administrator, ownClient.clientId, { grace_seconds: '60' });
    const until = new Date(second.body.previous_secret_until as string).getTime();
    expect(Math.round((until - stack.clock.now().getTime()) / 1000)).toBeCloseTo(60, -1);
    const [replaced, current] = [first.body.client_secret, second.body.client_secret] as [string, string];
    expect([await works(ownClient.clientId, replaced), await works(ownClient.clientId, current)]).toEqual([
      true,
      true,
    ]);
    const shown = await get(`${stack.url}/applications/${ownClient.clientId}`, bearer(administrator));
    expect(shown.body.previous_secret_until).toBe(second.body.previous_secret_until);
    stack.clock.advance(61);
    expect([await works(ownClient.clientId, replaced), await works(ownClient.clientId, current)]).toEqual([
      false,
      true,
    ]);
    const audited = await stack.db.many(sql`
      select account_id, details->>'what' as what from auth.audit_log
       where event = 'client.secret_regenerated' and client_id = ${ownClient.clientId} order by id`);
    expect(audited).toEqual([
      { account_id: accounts.adminA, what: 'grace 0 s' },
      { account_id: accounts.adminA, what: 'grace 60 s' },
    ]);
  });

  it.each([
    ['POST /applications/{clientId}/rotate-secret', 'applications', 'rotate-secret'],
    ['POST /client/{clientId}/regenerate-secret', 'client', 'regenerate-secret'],
  ])('of five parallel rotations one succeeds, and its response is true: %s', async (_, place, verb) => {
    const accessToken =
      place === 'client' ? await applicationToken(stack, ownClient) : await freshToken(stack);
    const held = `select 1 from auth.clients where client_id = '${ownClient.clientId}' for update`;
    const requests = await stack.db.duringTransaction(held, async () => {
      const sent = Array.from({ length: 5 }, () =>
        send(stack, 'POST', `/${place}/${ownClient.clientId}/${verb}`, accessToken, { grace_seconds: '600' }),
      );
      await waiting(5);
      return sent;
    });
    const answers = await Promise.all(requests);
    const toldCodes = answers.map((answer) => code(answer).join(' ').trim());
    expect(toldCodes.sort()).toEqual(['200', ...Array<string>(4).fill('409 secret_just_rotated')]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(await works(ownClient.clientId, body.client_secret as string)).toBe(true);
    expect(await works(ownClient.clientId, ownClient.secret)).toBe(true); // the promised grace period
  });

  it.each([
    ['POST /applications', () => '/applications', () => application],
    ['its rotation', () => `/applications/${ownClient.clientId}/rotate-secret`, () => ({})],
  ])('shows the secret of %s again only after a recent login', async (_, path, body) => {
    const [early, headers] = [await freshToken(stack), { 'idempotency-key': `fresh ${path()}` }];
    const createOwn = (accessToken: string) => send(stack, 'POST', path(), accessToken, body(), headers);
    const first = await createOwn(early);
    expect(first.status).toBeLessThan(300);
    stack.clock.advance(601);
    try {
      const refused = await createOwn(early);
      expect(code(refused)).toEqual([403, 'fresh_login_required']);
      expect(refused.text).not.toContain(first.body.client_secret);
      const again = await createOwn(await freshToken(stack));
      expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    } finally {
      stack.clock.reset();
    }
  });

  it('answers 404 for clients of another portal and those that this portal has not connected', async () => {
    const other = { ...C2, clientId: `b-app-${number}`, portalId: 2 };
    await stack.register(other);
    const before = [await secrets(other.clientId), await secrets(C2.clientId)];
    const administrator = await freshToken(stack);
    for (const id of [other.clientId, C2.clientId, 'nobody', 'a%00b', 'x'.repeat(101)])
      expect(code(await rotate(administrator, id))).toEqual([404, 'not_found']);
    expect([await secrets(other.clientId), await secrets(C2.clientId)]).toEqual(before);
  });

  it('refuses to rotate the secret of a connected application: 403', async () => {
    const before = await secrets(CONSOLE.clientId);
    const administrator = await freshToken(stack); // the person's consent connects it
    expect(code(await rotate(administrator, CONSOLE.clientId))).toEqual([403, 'not_own_application']);
    expect(await secrets(CONSOLE.clientId)).toEqual(before);
  });

  it('answers 400 for a client without a secret', async () => {
    const clientId = `open-${number}`;
    await stack.register({ ...P1, clientId, portalId: 1 });
    const answer = await rotate(await freshToken(stack), clientId);
    expect(code(answer)).toEqual([400, 'client_without_secret']);
  });

  it('requires app.write and an administrator with a fresh login', async () => {
    const before = await secrets(ownClient.clientId);
    const reader = await freshToken(stack, undefined, undefined, { scope: 'app.read' });
    expect(code(await rotate(reader, ownClient.clientId))).toEqual([403, 'insufficient_scope']);
    expect((await rotate(await freshToken(stack, 'learner@a.example'), ownClient.clientId)).status).toBe(403);
    const byPassword = { ...consoleCredentials, grant_type: 'password', username: 'admin@a.example' };
    const { body } = await token(stack, {
      ...byPassword,
      password: 'Demo-pass-1234',
      portal_name: 'a.learning.localhost',
    });
    expect(code(await rotate(body.access_token as string, ownClient.clientId))).toEqual([
      403,
      'fresh_login_required',
    ]);
    const other = { ...ownClient, clientId: `${ownClient.clientId}-other` };
    await stack.register({ ...C1, ...other, scopes });
    const machine = await applicationToken(stack, other);
    expect(code(await rotate(machine, ownClient.clientId))).toEqual([403, 'fresh_login_required']);
    expect(await secrets(ownClient.clientId)).toEqual(before);
  });

  it('needs no login when the application rotates its own secret with a token of all its scopes', async () => {
    const before = await secrets(ownClient.clientId);
    const createOwn = {
      client_id: ownClient.clientId,
      client_secret: ownClient.secret,
      grant_type: 'client_credentials',
    };
    const narrowed = (await token(stack, { ...createOwn, scope: 'app.write' })).body.access_token as string;
    expect(code(await rotate(narrowed, ownClient.clientId))).toEqual([403, 'insufficient_scope']);
    expect(await secrets(ownClient.clientId)).toEqual(before);
    expect((await rotate(await applicationToken(stack, ownClient), ownClient.clientId)).status).toBe(200);
  });
});

/** Waits until this many statements are blocked on locks; behind a small pool the others wait before it. */
async function waiting(count: number): Promise<void> {
  const most = Math.min(count, pooledConnections);
  for (;;) {
    const waitingRows = await stack.db.many(sql`
      select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`);
    if (waitingRows.length >= most) return;
  }
}
