import type { Scope } from '@app/contracts';
import { sql } from '@app/database';
import { decodeJwt } from 'jose';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { assertion, registerKey, type AssertionKey, assertPerson } from '../../../test/assertions.js';
import { accounts, C2, configure, useAuthServers, C1, P1 } from '../../../test/auth-stack.js';
import { expectRefusal, token, isAlive } from '../../../test/requests.js';
import { authorizeAddress, obtainCode, returned, TestBrowser, pkce } from '../../../test/test-browser.js';
import { exchange, redeem } from '../../../test/openid.js';

const stack = useAuthServers();
const c2Credentials = { client_id: C2.clientId, client_secret: C2.secret };
const atC2 = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
let key: AssertionKey;
beforeAll(async () => (key = await registerKey(stack, C2.clientId)));
beforeEach(() => forgetAnswers(stack));

const assert = (sub: number | string, form: Record<string, string> = {}, portal = 'a') =>
  assertPerson(stack, key, sub, { portal_name: `${portal}.learning.localhost`, ...form });

describe('approvals of a portal, and consents of its people', () => {
  it('T42 an administrator’s consent does not let an unbound client act for other people', async () => {
    await obtainCode(stack, { ...atC2, scope: 'lo.read' });
    const [consent] = await stack.db.many<{ account_id: number }>(sql`select account_id from auth.consents`);
    expect(consent).toEqual({ account_id: accounts.adminA });
    for (const sub of [accounts.learnerA, accounts.adminA]) {
      expectRefusal(await assert(sub), 400, 'invalid_grant');
    }
  });

  it('T43 the token has the approved scopes; requesting more is invalid_scope', async () => {
    await approve(stack, C2.clientId, { scopes: ['user.read'] });
    const answer = await assert(accounts.learnerA);
    expect([answer.status, answer.body.scope]).toEqual([200, 'user.read']);
    expect(decodeJwt(answer.body.access_token)['scopes']).toEqual(['user.read']);
    expectRefusal(await assert(accounts.learnerA, { scope: 'user.read lo.read' }), 400, 'invalid_scope');
    expect((await assert(accounts.learnerA, { scope: 'user.read' })).status).toBe(200);
  });

  it('T43 the token loses what the client or the role no longer has', async () => {
    await approve(stack, C2.clientId, { scopes: ['user.read', 'user.write', 'app.read'] });
    const answer = await assert(accounts.learnerA);
    expect(decodeJwt(answer.body.access_token)['scopes']).toEqual(['user.read']);
  });

  it('T44 an approval that excludes administrators is refused for one', async () => {
    await approve(stack, C2.clientId);
    expectRefusal(await assert(accounts.adminA), 400, 'invalid_grant');
    expect((await assert(accounts.learnerA)).status).toBe(200);
    await stack.db.many(sql`update auth.approvals set for_administrators = true`);
    expect((await assert(accounts.adminA)).status).toBe(200);
  });

  it('T42, T44 an approval that excludes administrators is refused for an offered one too, by id or address', async () => {
    const [offered] = await stack.db.many<{ id: number }>(sql`
      with h as (insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
                 values ('offered-administrator@example.com', 'O', 'O', now(), 'mail') returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles)
      select 1, id, 'O', 'O', '{Administrator}' from h returning id`);
    const both = [String(offered!.id), 'offered-administrator@example.com'];
    for (const sub of both) expectRefusal(await assert(sub), 400, 'invalid_grant');
    await approve(stack, C2.clientId);
    for (const sub of both) expectRefusal(await assert(sub), 400, 'invalid_grant');
    await stack.db.many(sql`update auth.approvals set for_administrators = true`);
    for (const sub of both) expect((await assert(sub)).status).toBe(200);
    await stack.db.many(sql`
      update identity.accounts set closed_time = now(), status = false where id = ${offered!.id}`);
  });

  it('is of one portal, and for acting for people', async () => {
    await approve(stack, C2.clientId, { forAdministrators: true });
    expectRefusal(await assert(accounts.adminB, {}, 'b'), 400, 'invalid_grant');
    await stack.db.many(sql`update auth.approvals set acts_for_people = false`);
    expectRefusal(await assert(accounts.learnerA), 400, 'invalid_grant');
    await stack.db.many(sql`update auth.approvals set acts_for_people = true`);
    expect((await assert(accounts.learnerA)).status).toBe(200);
  });

  it('T46 survives the approver’s loss of the role', async () => {
    await approve(stack, C2.clientId, { approvedBy: accounts.multiA });
    try {
      await stack.db.many(sql`
        update identity.accounts set roles = '{Learner}' where id = ${accounts.multiA}`);
      expect((await assert(accounts.learnerA)).status).toBe(200);
    } finally {
      await stack.db.many(sql`
        update identity.accounts set roles = '{Administrator}' where id = ${accounts.multiA}`);
    }
  });

  it('records when an assertion used it', async () => {
    await approve(stack, C2.clientId);
    await assert(accounts.learnerA);
    const used = async () =>
      await stack.db.value<Date | null>(sql`select last_used_time as at from auth.approvals`);
    const first = await used();
    expect(first).toBeInstanceOf(Date);
    await assert(accounts.learnerA);
    expect(await used()).toEqual(first);
  });

  it('an assertion refused for its scope can be used again', async () => {
    await approve(stack, C2.clientId, { scopes: ['user.read'] });
    const jwt = await assertion(stack, key, C2.clientId, { sub: String(accounts.learnerA) });
    expectRefusal(await assert(0, { jwt, scope: 'lo.read' }), 400, 'invalid_scope');
    expect((await assert(0, { jwt })).status).toBe(200);
  });
});

describe('a blocked application', () => {
  const block = (portalId = 1) =>
    stack.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_time)
      values (${portalId}, ${C2.clientId}, now())`);

  it('T48 gets access_denied without displaying a consent page', async () => {
    await block();
    const browser = await TestBrowser.open(stack, authorizeAddress(atC2));
    const answer = await browser.login('learner@a.example');
    expect(returned(answer).address).toBe(C2.redirectUri);
    expect(returned(answer).query.get('error')).toBe('access_denied');
    expect(await stack.db.many(sql`select * from auth.consents`)).toEqual([]);
  });

  it('T48 gets access_denied when it is blocked while the person reads the page', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress(atC2));
    expect((await browser.login('learner@a.example')).text).toContain('/oauth/authorize/consent');
    await block();
    expect(returned(await browser.allow()).query.get('error')).toBe('access_denied');
    expect(await stack.db.many(sql`select * from auth.consents`)).toEqual([]);
  });

  it('gets no token there by any grant: an earlier code, a refresh token, an assertion', async () => {
    await approve(stack, C2.clientId);
    const newCode = () => obtainCode(stack, atC2, { username: 'learner@a.example' });
    const family = await exchange(stack, await newCode(), C2);
    const code = await newCode();
    await block();
    const refresh = { ...c2Credentials, grant_type: 'refresh_token', refresh_token: family.refresh_token };
    expectRefusal(await token(stack, refresh), 400, 'invalid_grant');
    expectRefusal(await redeem(stack, code, C2), 400, 'invalid_grant');
    expectRefusal(await assert(accounts.learnerA), 400, 'invalid_grant');
  });

  it('keeps working elsewhere', async () => {
    await block(2);
    await approve(stack, C2.clientId);
    const answer = await assert(accounts.learnerA);
    expect(await isAlive(stack, answer.body.access_token)).toBe(true);
  });
});

describe('a portal that allows approved applications only', () => {
  afterAll(() => configure(stack, 1, {}));

  it('refuses others; its own and approved applications keep working', async () => {
    await configure(stack, 1, { approved_applications_only: true });
    const visit = async (parameters: Record<string, string>) => {
      const browser = await TestBrowser.open(stack, authorizeAddress(parameters));
      return browser.login('learner@a.example');
    };
    expect(returned(await visit(atC2)).query.get('error')).toBe('access_denied');
    expect((await visit({})).text).toContain('/oauth/authorize/consent');
    await approve(stack, C2.clientId, { actsForPeople: false });
    expect((await visit(atC2)).text).toContain('/oauth/authorize/consent');
  });
});

describe('a first-party application', () => {
  const FIRST_PARTY = {
    ...C2,
    clientId: 'first-party',
    name: 'Of the operator',
    redirectUri: 'https://first.example/cb',
    grants: ['authorization_code', 'refresh_token'],
    scopes: ['user.read', 'user.write', 'webhook.write', 'app.write'] as Scope[],
    isFirstParty: true,
  };
  const atFirstParty = { client_id: FIRST_PARTY.clientId, redirect_uri: FIRST_PARTY.redirectUri };
  const visit = async (username: string) => {
    const browser = await TestBrowser.open(stack, authorizeAddress(atFirstParty));
    const page = await browser.login(username);
    return { browser, page };
  };
  beforeAll(async () => {
    await stack.register(FIRST_PARTY);
    await stack.db.many(sql`
      update identity.portals set configuration = '{"approved_applications_only": true}'`);
  });
  afterAll(() => stack.db.many(sql`update identity.portals set configuration = '{}'`));

  it('needs no approval, and requests the scopes that this person’s role can receive, once', async () => {
    const { browser, page } = await visit('learner@a.example');
    expect(page.text).toContain('See people and their details');
    expect(page.text).not.toMatch(/change people|webhooks|OAuth applications/);
    const code = returned(await browser.allow()).query.get('code')!;
    const form = { grant_type: 'authorization_code', redirect_uri: FIRST_PARTY.redirectUri, code };
    const answer = await token(stack, {
      ...form,
      client_id: FIRST_PARTY.clientId,
      client_secret: FIRST_PARTY.secret,
    });
    expect(answer.body.scope).toBe('user.read');
    expect(returned(await browser.get(authorizeAddress(atFirstParty))).query.has('code')).toBe(true);
    const administrator = await visit('admin@a.example');
    expect(administrator.page.text).toMatch(/webhooks/);
  });

  it('is shut out by a block, which administrators lift on the account pages', async () => {
    await stack.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_by, blocked_time)
      values (1, ${FIRST_PARTY.clientId}, ${accounts.adminA}, now())`);
    expect(returned((await visit('admin@a.example')).page).query.get('error')).toBe('access_denied');
    const browser = await TestBrowser.signIn(
      stack,
      `/oauth/account/applications/details?client_id=${FIRST_PARTY.clientId}`,
      'admin@a.example',
    );
    await browser.submit('/oauth/account/applications/unblock');
    const { page } = await visit('admin@a.example');
    expect(page.text).toContain('/oauth/authorize/consent');
  });
});

describe('the consent page', () => {
  const powerful = {
    ...C1,
    clientId: 'powerful',
    scopes: ['account.read', 'user.read', 'user.write', 'user.login', 'lo.read', 'lo.write'],
  } as const;

  beforeAll(async () => {
    await stack.register({ ...powerful, scopes: [...powerful.scopes] });
    await stack.register({ ...P1, clientId: 'native', redirectUri: 'com.example.app:/cb' });
  });

  const consent = (parameters: Record<string, string | undefined>) =>
    TestBrowser.signIn(stack, authorizeAddress(parameters));
  /** The lines of the two lists, the marked one first. */
  const lists = (html: string) =>
    [...html.matchAll(/<ul class="scopes"[^>]*>([\s\S]*?)<\/ul>/g)].map(([, list]) =>
      [...list!.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => line),
    );

  it('lists marked scopes with power over people first, and the others in one line per subject', async () => {
    const { page } = await consent({ client_id: 'powerful' });
    const text = page.text;
    expect(lists(text)).toEqual([
      ['See people and their details, and create and change people', 'Create login links for people'],
      [
        'See the portal, its features and its plan',
        'Search and see learning content, and create and change content and collections',
      ],
    ]);
    expect(text).toMatch(
      /<div class="alert far">\s*<p id="far"><strong>.*Only allow this if you trust Client One/,
    );
    expect(text).toContain('It will also be able to:');
  });

  it('has no warning where there is nothing of the kind', async () => {
    const { page } = await consent({ client_id: 'powerful', scope: 'lo.read account.read' });
    expect(lists(page.text)).toHaveLength(1);
    expect(page.text).toContain('<p id="will">It will be able to:</p>');
    expect(page.text).not.toContain('alert');
  });

  it('has no warning for an application of the service, and names the service', async () => {
    await stack.register({
      ...powerful,
      clientId: 'ours',
      portalId: null,
      isFirstParty: true,
      scopes: [...powerful.scopes],
    });
    const { page } = await consent({ client_id: 'ours' });
    expect(page.text).toContain('Client One is part of this service, Learning Platform.');
    expect(page.text).not.toContain('alert');
    expect(lists(page.text).flat()).toContain('Create login links for people');
    expect(lists(page.text)).toHaveLength(1);
  });

  it('displays at least the scopes that are then granted', async () => {
    const browser = await consent({ client_id: 'powerful', scope: 'user.write lo.read lo.write' });
    expect(lists(browser.page.text).flat()).toEqual([
      'Create and change people',
      'Search and see learning content, and create and change content and collections',
    ]);
    const code = returned(await browser.allow()).query.get('code')!;
    const basis = { grant_type: 'authorization_code', redirect_uri: C1.redirectUri! };
    const answer = await token(stack, { ...basis, code, client_id: 'powerful', client_secret: C1.secret });
    expect(answer.body.scope.split(' ').sort()).toEqual(['lo.read', 'lo.write', 'user.write']);
  });

  it('names where the browser goes back to, and only where it does', async () => {
    for (const [query, back] of [
      [{ client_id: 'powerful' }, 'goes back to app.example.'],
      [
        { client_id: 'native', redirect_uri: 'com.example.app:/cb', ...pkce },
        'goes back to com.example.app.',
      ],
      [{ client_id: 'powerful', redirect: 'false' }, undefined],
    ] as const) {
      const { page } = await consent(query);
      if (back === undefined) expect(page.text).not.toContain('goes back to');
      else expect(page.text).toContain(back);
    }
  });
});
