import { sql } from '@app/database';
import { limits } from '@app/limits';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { registerKey, type AssertionKey, assertPerson } from '../../../test/assertions.js';
import { accounts, C1, C2, OPS, useAuthServers, c2Credentials, c2Request } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken, consoleCredentials } from '../../../test/console-app.js';
import { connectNewClient, vendorUri } from '../../../test/new-clients.js';
import {
  applicationToken,
  bearer,
  expectDead,
  expectRefusal,
  get,
  send,
  token,
  isAlive,
  code,
  field,
} from '../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../../../test/test-browser.js';
import { exchange } from '../../../test/openid.js';

const stack = useAuthServers(2);
const path = `/applications/${C2.clientId}`;
let key: AssertionKey;
const person = (username?: string, account?: string) => freshToken(stack, username, account);
const assert = (sub: number, portal = 'a') =>
  assertPerson(stack, key, sub, { portal_name: `${portal}.learning.localhost` });
const asPerson = async (username = 'learner@a.example') =>
  exchange(stack, await obtainCode(stack, c2Request, { username }), C2);

beforeAll(async () => {
  await stack.register(CONSOLE);
  key = await registerKey(stack, C2.clientId);
});

beforeEach(() => forgetAnswers(stack));

describe('/applications', () => {
  it('approves, lists who approved and when, and narrows tokens to the approval', async () => {
    const administrator = await person();
    const form = { scopes: 'user.read,lo.read', acts_for_people: 'true' };
    const approved = await send(stack, 'PUT', `${path}/approval`, administrator, form);
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({
      client_id: C2.clientId,
      kind: 'connected',
      is_approved: true,
      approval: {
        scopes: ['user.read', 'lo.read'],
        acts_for_people: true,
        for_administrators: false,
        makes_portals: false,
        approved_by: { user_id: accounts.adminA, name: 'Ada Admin' },
      },
    });
    expect((await assert(accounts.learnerA)).body.scope).toBe('user.read lo.read');
    const listed = await get(`${stack.url}/applications`, bearer(administrator));
    const ids = listed.body.hits.map((one: { client_id: string; kind: string }) => [one.client_id, one.kind]);
    expect(ids).toEqual([
      [C1.clientId, 'own'],
      [C2.clientId, 'connected'],
      [CONSOLE.clientId, 'connected'],
    ]);
    expect(listed.body.total).toBe(3);
    const ownAnswer = await get(`${stack.url}/applications?kind=own&limit=1`, bearer(administrator));
    expect([ownAnswer.body.total, ownAnswer.body.hits[0].client_id]).toEqual([1, C1.clientId]);
    const totals = ['connected', 'connected,own', 'own,own'].map(async (kind) => {
      const { body } = await get(`${stack.url}/applications?kind=${kind}&limit=0`, bearer(administrator));
      return body.total as number;
    });
    expect(await Promise.all(totals)).toEqual([2, 3, 1]);
    const named = async (q: string) =>
      (await get(`${stack.url}/applications?q=${q}`, bearer(administrator))).body.hits.map(
        ({ client_id: id }: { client_id: string }) => id,
      );
    const { client_id: ownId, client_name: ownName } = ownAnswer.body.hits[0];
    expect(await named(encodeURIComponent(ownName.slice(1).toUpperCase()))).toContain(ownId);
    expect(await named(ownId)).toEqual([ownId]);
    expect(await named('no-such-application')).toEqual([]);
    const wrong = await get(`${stack.url}/applications?kind=mine`, bearer(administrator));
    expect(field(wrong)).toEqual([400, 'kind']);
  });

  it('describes what an approval is about: who owns the application, and where people return to', async () => {
    const administrator = await person();
    const about = async (id: string) =>
      (await get(`${stack.url}/applications/${id}/approval`, bearer(administrator))).body;
    expect(await about(C2.clientId)).toEqual({
      client_id: C2.clientId,
      client_name: 'Client Two',
      owner: { kind: 'none', portal_title: null },
      redirect_hosts: [new URL(C2.redirectUri!).host],
      scopes: expect.arrayContaining(['lo.read']),
      approval: null,
    });
    await approve(stack, C2.clientId, { scopes: ['lo.read'] });
    expect((await about(C2.clientId)).approval).toMatchObject({ scopes: ['lo.read'], acts_for_people: true });
    expect((await about(C1.clientId)).error_code).toBe('own_application');
    expect((await about('client-tow')).error_code).toBe('not_found');
    const reader = await get(`${stack.url}${path}/approval`, bearer(await person('learner@a.example')));
    expect(reader.status).toBe(403);
  });

  it('mails all administrators, with a different text for the one who acted', async () => {
    const administrator = await person();
    await stack.db.many(sql`delete from identity.mails`);
    await send(stack, 'PUT', `${path}/approval`, administrator, { scopes: 'lo.read' });
    const mails = await stack.db.many(sql`
      select recipient, template, data from identity.mails order by recipient`);
    expect(mails).toEqual(
      [
        ['admin@a.example', { by: 'you', name: 'Ada Admin' }],
        ['multi@a.example', { administrator: 'Ada Admin', name: expect.any(String) }],
      ].map(([recipient, doer]) => ({
        recipient,
        template: 'application-approved',
        data: { client: 'Client Two', portal: 'Portal A', ...(doer as object) },
      })),
    );
  });

  it('T46 names the approver even when they are no longer an administrator', async () => {
    await approve(stack, C2.clientId, { approvedBy: accounts.learnerA });
    const shown = await get(`${stack.url}${path}`, bearer(await person()));
    expect(shown.body.approval.approved_by).toEqual({ user_id: accounts.learnerA, name: 'Leo Learner' });
    expect((await assert(accounts.learnerA)).status).toBe(200);
  });

  it('refuses rights that the application cannot have, and contradictory input', async () => {
    const administrator = await person();
    const put = async (form: Record<string, string>, id = C2.clientId) => {
      const answer = await send(stack, 'PUT', `/applications/${id}/approval`, administrator, form);
      return [answer.status, answer.body.additional_errors?.[0]?.path ?? answer.body.error_code];
    };
    expect(await put({})).toEqual([400, 'scopes.0']);
    expect(await put({ scopes: 'everything' })).toEqual([400, 'scopes.0']);
    expect(await put({ scopes: 'app.write' })).toEqual([400, 'scopes']);
    expect(await put({ scopes: 'lo.read', makes_portals: '1' })).toEqual([400, 'makes_portals']);
    expect(await put({ scopes: 'lo.read', for_administrators: '1' })).toEqual([400, 'for_administrators']);
    expect(await put({ scopes: 'lo.read' }, C1.clientId)).toEqual([409, 'own_application']);
    expect(await put({ scopes: 'lo.read' }, CONSOLE.clientId)).toEqual([403, 'own_approval']);
    expect(await put({ scopes: 'lo.read' }, 'nobody')).toEqual([404, 'not_found']);
    expect(await stack.db.many(sql`select * from auth.approvals`)).toEqual([]);
  });

  it('requires the role, the scope, and a recent login with the own password', async () => {
    const put = (bearerToken: string) =>
      send(stack, 'PUT', `${path}/approval`, bearerToken, { scopes: 'lo.read' });
    const early = await person();
    stack.clock.advance(601);
    try {
      expect(code(await put(early))).toEqual([403, 'fresh_login_required']);
      expect(code(await send(stack, 'PUT', `${path}/block`, early))).toEqual([403, 'fresh_login_required']);
      expect((await get(`${stack.url}/applications`, bearer(early))).status).toBe(200);
    } finally {
      stack.clock.reset();
    }
    const byPassword = { ...consoleCredentials, grant_type: 'password', username: 'admin@a.example' };
    const machine = { password: 'Demo-pass-1234', portal_name: 'a.learning.localhost' };
    const granted = await token(stack, { ...byPassword, ...machine });
    expect(code(await put(granted.body.access_token))).toEqual([403, 'fresh_login_required']);
    const learner = await person('learner@a.example');
    expect((await get(`${stack.url}/applications`, bearer(learner))).status).toBe(403);
    expect(await stack.db.many(sql`select * from auth.approvals`)).toEqual([]);
  });

  it('stores no more approvals than the limit, even if more are requested concurrently', async () => {
    const most = limits.approvals.most;
    await stack.db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
      select 'many-' || n, 'Many', 'x', '{service_jwt}', '{lo.read}', now(), now()
        from generate_series(1, ${most + 4}::int) n`);
    await stack.db.many(sql`
      insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_time)
      select 1, 'many-' || n, '{lo.read}', true, 'operator', now() from generate_series(1, ${most - 2}::int) n`);
    try {
      const administrator = await person();
      const tries = [-1, 0, 1, 2, 3, 4].map((n) =>
        send(stack, 'PUT', `/applications/many-${most + n}/approval`, administrator, { scopes: 'lo.read' }),
      );
      const answers = (await Promise.all(tries)).map((answer) => code(answer).join(' ').trim());
      expect(answers.sort()).toEqual(['200', '200', ...Array<string>(4).fill('409 limit_reached')]);
      // an existing one can be changed
      const again = await send(stack, 'PUT', '/applications/many-1/approval', administrator, {
        scopes: 'lo.read',
      });
      expect(again.status).toBe(200);
    } finally {
      await stack.db.many(sql`delete from auth.clients where client_id like 'many-%'`);
    }
  });

  it('hides the decisions of other portals', async () => {
    await approve(stack, C2.clientId, { portalId: 2 });
    const administrator = await person();
    expect((await get(`${stack.url}${path}`, bearer(administrator))).status).toBe(404);
    for (const [method, requestPath] of [
      ['DELETE', path],
      ['DELETE', `${path}/approval`],
      ['DELETE', `${path}/block`],
      ['DELETE', `${path}/consents/${accounts.adminB}`],
    ] as const) {
      expect((await send(stack, method, requestPath, administrator)).status).toBe(404);
    }
    expect(await stack.db.many(sql`select portal_id from auth.approvals`)).toEqual([{ portal_id: 2 }]);
  });
});

describe('ending access', () => {
  it('T47 an approval withdrawn by another administrator: 401 here within a second, 200 elsewhere', async () => {
    await approve(stack, C2.clientId, { approvedBy: accounts.adminA });
    await approve(stack, C2.clientId, { portalId: 2, forAdministrators: true });
    const here = (await assert(accounts.learnerA)).body.access_token;
    const otherToken = (await assert(accounts.adminB, 'b')).body.access_token;
    const persons = await asPerson();
    const ownToken = (await token(stack, { grant_type: 'client_credentials' })).body.access_token;
    const other = await person('multi@a.example', String(accounts.multiA));
    expect((await send(stack, 'DELETE', `${path}/approval`, other)).status).toBe(204);
    await expectDead(stack, here);
    expect([await isAlive(stack, otherToken), await isAlive(stack, ownToken)]).toEqual([true, true]);
    expectRefusal(await assert(accounts.learnerA), 400, 'invalid_grant');
    expect((await assert(accounts.adminB, 'b')).status).toBe(200);
    // the person's own consent stays valid
    const refresh = { ...c2Credentials, grant_type: 'refresh_token', refresh_token: persons.refresh_token };
    expect((await token(stack, refresh)).status).toBe(200);
  });

  it('an approval that allows less ends tokens that allow more', async () => {
    await approve(stack, C2.clientId, { scopes: ['user.read', 'lo.read'] });
    const before = (await assert(accounts.learnerA)).body.access_token;
    const administrator = await person();
    const put = (form: Record<string, string>) =>
      send(stack, 'PUT', `${path}/approval`, administrator, { acts_for_people: '1', ...form });
    await put({ scopes: 'user.read,lo.read,group.read' });
    expect(await isAlive(stack, before)).toBe(true);
    await put({ scopes: 'lo.read' });
    await expectDead(stack, before);
  });

  it('disconnecting ends tokens, families, consents and the approval here, and nothing elsewhere', async () => {
    await approve(stack, C2.clientId);
    const persons = await asPerson();
    const assertions = (await assert(accounts.learnerA)).body.access_token;
    expect((await send(stack, 'DELETE', path, await person())).status).toBe(204);
    await expectDead(stack, persons.access_token);
    await expectDead(stack, assertions);
    const refresh = { ...c2Credentials, grant_type: 'refresh_token', refresh_token: persons.refresh_token };
    expectRefusal(await token(stack, refresh), 400, 'invalid_grant');
    const remainingRows = await stack.db.many(sql`
      select client_id from auth.approvals union all select client_id from auth.consents
       where client_id = ${C2.clientId}`);
    expect(remainingRows).toEqual([]);
    expect((await asPerson()).access_token).toEqual(expect.any(String)); // a person may consent again
  });

  it('T48 blocked over the API: access_denied; once unblocked, people may consent again', async () => {
    const administrator = await person();
    const blocked = await send(stack, 'PUT', `${path}/block`, administrator);
    expect([blocked.status, blocked.body.is_blocked]).toEqual([200, true]);
    const visit = async () => {
      const browser = await TestBrowser.open(stack, authorizeAddress(c2Request));
      return browser.login('learner@a.example');
    };
    expect(returned(await visit()).query.get('error')).toBe('access_denied');
    const put = await send(stack, 'PUT', `${path}/approval`, administrator, { scopes: 'lo.read' });
    expect(code(put)).toEqual([409, 'application_blocked']);
    expect((await send(stack, 'DELETE', `${path}/block`, administrator)).status).toBe(204);
    expect((await visit()).text).toContain('/oauth/authorize/consent');
  });

  it('T50 a client of new_client, disconnected by another administrator: off, and its tokens dead', async () => {
    const { answer } = await connectNewClient(stack);
    const { query } = returned(answer);
    const vendor = query.get('client_id')!;
    const credentials = { client_id: vendor, client_secret: query.get('client_secret')! };
    const machine = { ...credentials, grant_type: 'client_credentials' };
    const code = { code: query.get('code')!, redirect_uri: vendorUri };
    const ownToken = (await token(stack, machine)).body.access_token;
    const persons = (await token(stack, { ...credentials, grant_type: 'authorization_code', ...code })).body;
    const refresh = { ...credentials, grant_type: 'refresh_token', refresh_token: persons.refresh_token };
    expect([await isAlive(stack, ownToken), await isAlive(stack, persons.access_token)]).toEqual([
      true,
      true,
    ]);
    const other = await person('multi@a.example', String(accounts.multiA));
    const shown = await get(`${stack.url}/applications/${vendor}`, bearer(other));
    expect(shown.body).toMatchObject({
      client_name: 'Vendor',
      kind: 'own',
      made_by: { user_id: accounts.adminA, name: 'Ada Admin' },
      last_used_time: expect.any(String),
    });
    expect((await send(stack, 'DELETE', `/applications/${vendor}`, other)).status).toBe(204);
    await expectDead(stack, ownToken);
    await expectDead(stack, persons.access_token);
    expectRefusal(await token(stack, machine), 401, 'invalid_client');
    expectRefusal(await token(stack, refresh), 401, 'invalid_client');
    const after = await get(`${stack.url}/applications/${vendor}`, bearer(other));
    expect(after.body.status).toBe(0);
    // switched on again, it has nothing of before
    const ops = await applicationToken(stack, OPS);
    expect((await send(stack, 'PUT', `/client/${vendor}`, ops, { status: '1' })).status).toBe(200);
    await expectDead(stack, ownToken);
    expectRefusal(await token(stack, refresh), 400, 'invalid_grant');
  });

  it('withdraws the consent of one person only', async () => {
    const [one, two] = [await asPerson(), await asPerson('manager@a.example')];
    const administrator = await person();
    const shown = await get(`${stack.url}${path}`, bearer(administrator));
    expect(shown.body.consents.map((consent: { user_id: number }) => consent.user_id).sort()).toEqual([
      accounts.managerA,
      accounts.learnerA,
    ]);
    const ended = await send(stack, 'DELETE', `${path}/consents/${accounts.learnerA}`, administrator);
    expect(ended.status).toBe(204);
    await expectDead(stack, one.access_token);
    expect(await isAlive(stack, two.access_token)).toBe(true);
  });

  it('of ten parallel withdrawals one succeeds, and no earlier token survives', async () => {
    await approve(stack, C2.clientId);
    const administrator = await person();
    const issued = Promise.all(Array.from({ length: 10 }, () => assert(accounts.learnerA)));
    const ended = await Promise.all(
      Array.from({ length: 10 }, () => send(stack, 'DELETE', `${path}/approval`, administrator)),
    );
    expect(ended.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    for (const { status, body } of await issued) {
      if (status === 200) await expectDead(stack, body.access_token);
    }
  });
});

describe('a recent login', () => {
  afterEach(() => stack.clock.reset());
  const acts = [
    ['DELETE', path],
    ['DELETE', `${path}/consents/${accounts.learnerA}`],
    ['DELETE', `${path}/approval`],
    ['PUT', `${path}/block`],
  ] as const;

  it.each(acts)(
    'is required for %s %s: an older token gets a challenge and changes nothing',
    async (method, requestPath) => {
      await approve(stack, C2.clientId);
      await obtainCode(stack, c2Request, { username: 'learner@a.example' });
      const administrator = await person();
      stack.clock.advance(601);
      const answer = await send(stack, method, requestPath, administrator);
      expect(code(answer)).toEqual([403, 'fresh_login_required']);
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", max_age="600"',
      );
      const remainingRows = await stack.db.many(sql`
        select 1 from auth.approvals union all select 1 from auth.consents`);
      expect(remainingRows.length).toBeGreaterThan(0);
      expect((await send(stack, method, requestPath, await person())).status).toBeLessThan(300);
    },
  );

  it('a refreshed token is as old as its login', async () => {
    await approve(stack, C2.clientId);
    const code1 = await obtainCode(stack, { client_id: CONSOLE.clientId, redirect_uri: CONSOLE.redirectUri });
    const form = {
      ...consoleCredentials,
      grant_type: 'authorization_code',
      redirect_uri: CONSOLE.redirectUri,
    };
    const { refresh_token } = (await token(stack, { ...form, code: code1 })).body;
    stack.clock.advance(601);
    const renewed = await token(stack, { ...consoleCredentials, grant_type: 'refresh_token', refresh_token });
    expect(code(await send(stack, 'DELETE', path, renewed.body.access_token))).toEqual([
      403,
      'fresh_login_required',
    ]);
  });

  it('a bound application with app.write can end access without one, and do nothing else', async () => {
    const ownClient = { clientId: 'keeper-app', secret: 'keeper-secret-0123456789' };
    await stack.register({ ...C1, ...ownClient, scopes: ['app.read', 'app.write', 'user.read'] });
    const machine = await applicationToken(stack, ownClient);
    await approve(stack, C2.clientId);
    await obtainCode(stack, c2Request, { username: 'learner@a.example' });
    for (const [method, requestPath] of [['PUT', `${path}/approval`], ...acts.slice(2)] as const)
      expect(code(await send(stack, method, requestPath, machine, { scopes: 'user.read' }))).toEqual([
        403,
        'fresh_login_required',
      ]);
    expect((await send(stack, 'DELETE', acts[1][1], machine)).status).toBe(204);
    expect((await send(stack, 'DELETE', path, machine)).status).toBe(204);
    expect(await stack.db.many(sql`select 1 from auth.approvals`)).toEqual([]);
  });
});
