import { sql } from '@app/database';
import { decodeJwt } from 'jose';
import { onboardingGrants } from '@app/onboarding';
import { HttpClient } from '@app/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { TestAccount } from '../../test/resource-api.js';
import { OnboardingStack } from '../../test/onboarding-stack.js';

describe('POST /v2/onboard', () => {
  const stack = new OnboardingStack();
  const { api, onboard, body, someone, code, portalsNamed, mailsTo } = stack;
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it('creates a portal with its plan, customer and content, and the user as administrator', async () => {
    const sent = body({ referrer: 'Partner site' });
    const answer = await onboard(sent);
    expect(answer.status).toBe(201);
    const { portal, user, additional_users } = answer.body;
    expect(portal).toMatchObject({
      name: sent.portal.domain,
      url: sent.portal.domain,
      title: 'Initech',
      features: ['webhooks'],
      plan: {
        name: 'Starter',
        region: 'EU',
        licensed_user_count: 25,
        active_user_count: 1,
        pricing: { price: 990 },
      },
    });
    expect(user).toMatchObject({
      email: sent.user.email,
      full_name: 'Peter Gibbons',
      roles: ['Administrator'],
      status: true,
    });
    expect(additional_users).toEqual([]);
    expect(
      await api.db.one(sql`select * from identity.customers where portal_id = ${portal.id}`),
    ).toMatchObject({
      name: 'Initech',
      industry: 'Software',
      country: 'US',
      billing_interval: 'annual',
      referrer: 'Partner site',
      client_id: 'seller',
    });
    expect(
      await api.db.many(sql`
        select audience_id, licenses, package from learning.subscriptions where portal_id = ${portal.id}`),
    ).toEqual([{ audience_id: stack.groupId, licenses: 30, package: 'Basics' }]);
    expect(
      await api.db.many(sql`select slug from learning.collections where portal_id = ${portal.id}`),
    ).toEqual([{ slug: 'default' }]);
    const [event] = await api.db.many(sql`
      select type, data from learning.outbox where portal_id = ${portal.id}`);
    expect([event!['type'], JSON.parse(event!['data'])]).toEqual(['user.create', user]);
    expect(await mailsTo(sent.user.email)).toEqual(['login']);
  });

  it('accepts the same as a form', async () => {
    const { portal, user } = body();
    const form = {
      creation_path: 'starter',
      'customer[name]': 'Initech',
      'customer[country]': 'US',
      'portal[domain]': portal.domain,
      'portal[seats]': '25',
      'portal[notifications]': 'False',
      'user[email]': user.email,
      'user[first_name]': user.first_name,
      'user[last_name]': user.last_name,
      'additional_users[0][email]': `second-${user.email}`,
      'additional_users[0][first_name]': 'Bill',
      'additional_users[0][last_name]': 'Lumbergh',
    };
    const answer = await api.http.post('/v2/onboard', { token: stack.unbound, form });
    expect([answer.status, answer.body.portal.plan.licensed_user_count]).toEqual([201, 25]);
    expect(answer.body.additional_users).toMatchObject([{ email: `second-${user.email}` }]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('answers 503 with Retry-After to a password that would wait too long, and creates nothing', async () => {
    const release = await api.blockPasswordThreads();
    const sent = body();
    const withPassword = { ...sent, user: { ...sent.user, password: 'a long password' } };
    const busy = await onboard(withPassword);
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '2']);
    expect(await portalsNamed(sent.portal.domain)).toHaveLength(0);
    await release();
    expect((await onboard(withPassword)).status).toBe(201);
  });

  it('returns tokens of the calling client for the new portal, which work and are issued once', async () => {
    const answer = await onboard(body());
    const { oauth_token: token, portal, user } = answer.body;
    expect(token).toEqual({
      token_type: 'Bearer',
      expires_in: 43_200,
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^rt_/),
    });
    const keys = createLocalJWKSet((await stack.authHttp.get('/.well-known/jwks.json')).body);
    const { payload } = await jwtVerify(token.access_token, keys, { issuer: 'https://auth.test' });
    expect(payload).toMatchObject({
      client_id: 'seller',
      portal_id: portal.id,
      sub: String(user.id),
      roles: ['Administrator'],
    });
    const issued = await api.db.many(sql`select 1 from auth.access_tokens where portal_id = ${portal.id}`);
    expect(issued).toHaveLength(1);
  });

  it('redeems a grant once: the same answer while it is valid, nothing afterwards', async () => {
    const answer = await onboard(body());
    const [grant] = onboardingGrants(api.settings, answer.body.portal.id);
    const internal = new HttpClient(`http://127.0.0.1:${stack.internalPort}`);
    const redeem = () => internal.post('/internal/onboarding-grants', { json: { grant } });
    const again = await Promise.all([redeem(), redeem(), redeem()]);
    for (const one of again) expect(one.body.access_token).toBe(answer.body.oauth_token.access_token);
    await api.db.many(sql`
      update auth.onboarding_grants set expires_at = now() - interval '1 second'
       where portal_id = ${answer.body.portal.id}`);
    expect((await redeem()).status).toBe(404);
    const unknown = { grant: 'x'.repeat(43) };
    expect((await internal.post('/internal/onboarding-grants', { json: unknown })).status).toBe(404);
    for (const json of [{ grant: 1 }, { grant: [grant] }, { grant: grant.slice(1) }, {}, [], null, grant])
      expect((await internal.post('/internal/onboarding-grants', { json })).status).toBe(400);
    await internal.close();
    expect((await stack.authHttp.post('/internal/onboarding-grants', { json: { grant } })).status).toBe(404);
  });

  /** Marks the token as opened by a login with the person's own password. */
  const ownLogin = async (token: string) => {
    const { sid, portal_id, sub, client_id } = decodeJwt(token);
    await api.db.many(sql`
      insert into auth.grant_families
        (id, portal_id, account_id, client_id, scopes, by_own_login, created_time, last_used_time, expires_at)
      values (${sid}, ${portal_id}, ${sub}, ${client_id}, '{}', true, now(), now(), now() + interval '90 days')`);
  };

  describe('user', () => {
    it('stores password, phone and consent of a new person', async () => {
      const user = {
        ...someone(),
        password: 'A-first-password',
        phone: '+1 555 0100',
        consent: { term_privacy: true, term_tos: true, term_collection: false },
      };
      const answer = await onboard(body({ user }));
      expect(answer.status).toBe(201);
      expect(answer.text).not.toContain('A-first-password');
      const storedRow = await api.db.one(sql`
        select a.phone, c.term_privacy, c.term_tos, c.term_collection, w.hash
          from identity.accounts a join identity.term_consents c on c.account_id = a.id
          join auth.portal_passwords w on w.account_id = a.id where a.id = ${answer.body.user.id}`);
      expect(storedRow).toMatchObject({
        phone: '+1 555 0100',
        term_privacy: true,
        term_tos: true,
        term_collection: false,
      });
      expect(storedRow['hash']).toMatch(/^\$argon2id/);
      expect(await mailsTo(user.email)).toEqual(['login']);
    });

    it('requires all three members of consent', async () => {
      const answer = await onboard(body({ user: { ...someone(), consent: { term_privacy: true } } }));
      expect(answer.status).toBe(400);
      expect(answer.body.additional_errors.map((error: { path: string }) => error.path)).toEqual([
        'user.consent.term_tos',
        'user.consent.term_collection',
      ]);
    });

    it('answers 409 user_exists without proof, without effects', async () => {
      const member = await api.account(stack.partner);
      const sent = body({ user: { ...someone(), email: member.email.toUpperCase() } });
      expect(code(await onboard(sent))).toEqual([409, 'user_exists']);
      expect(await portalsNamed(sent.portal.domain)).toEqual([]);
    });

    it('accepts a token in its canonical encoding only', async () => {
      const member = await api.account(stack.partner);
      const user = { email: member.email, first_name: 'New', last_name: 'Name' };
      const answer = await onboard(body({ user }), { 'x-user-token': `${member.token}==` });
      expect(code(answer)).toEqual([401, 'invalid_token']);
    });

    it('T15 creates another placeholder for an unverified address', async () => {
      const user = someone();
      const password = 'A-first-password';
      expect((await onboard(body({ user: { ...user, password } }))).status).toBe(201);
      const again = await onboard(body({ user: { ...user, first_name: 'Other' } }));
      expect([again.status, again.body.user.first_name]).toEqual([201, 'Other']);
    });

    it('T14 a caller who names many known people has to wait', async () => {
      const token = await api.mint.sign({ clientId: 'prober' });
      await stack.client('prober');
      const member = await api.account(stack.partner);
      const tries = Array.from({ length: 24 }, () =>
        onboard(body({ user: { ...someone(), email: member.email } }), {}, token),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(409), ...Array<number>(4).fill(429)]);
    });

    it('T12 a token not opened by the person’s own login is no proof', async () => {
      const member = await api.account(stack.partner);
      const user = { email: member.email, first_name: 'New', last_name: 'Name', jwt: member.token };
      expect(code(await onboard(body({ user })))).toEqual([409, 'user_exists']);
    });

    it('T12 nor are the first tokens of a portal that an application created for the person', async () => {
      const { user, oauth_token } = (await onboard(body())).body;
      await api.db.many(sql`
        update identity.persons set verified_time = now(), verified_by = 'mail' where email = ${user.email}`);
      const jwt = oauth_token.access_token as string;
      const named = { ...someone(), email: user.email as string };
      for (const answer of [
        await onboard(body({ user: { ...named, jwt } })),
        await onboard(body({ user: named }), { 'x-user-token': jwt }),
      ])
        expect(code(answer)).toEqual([409, 'user_exists']);
    });

    it.each(['user.jwt', 'X-User-Token'])(
      'T13 accepts an access token of the existing user in %s',
      async (where) => {
        const member = await api.account(stack.partner);
        await ownLogin(member.token);
        const user = { email: member.email, first_name: 'New', last_name: 'Name' };
        const answer =
          where === 'user.jwt'
            ? await onboard(body({ user: { ...user, jwt: member.token } }))
            : await onboard(body({ user }), { 'x-user-token': member.token });
        expect(answer.status).toBe(201);
        expect(answer.body.user).toMatchObject({ email: member.email, first_name: 'New' });
        expect(answer.body.user.id).not.toBe(member.id);
        const account = sql`select accepted_at is not null from identity.accounts where id = ${answer.body.user.id}`;
        expect(await api.db.value(account)).toBe(true);
      },
    );

    it.each<[string, (member: TestAccount, other: TestAccount) => Promise<string> | string]>([
      ['of somebody else', (_, other) => other.token],
      [
        'that has expired',
        (member) => api.mint.sign({ portal: member.portal, account: member }, { exp: 1_700_000_000 }),
      ],
      [
        'for another audience',
        (member) => api.mint.sign({ portal: member.portal, account: member }, { aud: ['https://x.example'] }),
      ],
    ])('refuses a token %s', async (_, readToken) => {
      const [member, other] = [await api.account(stack.partner), await api.account(stack.partner)];
      const jwt = await readToken(member, other);
      const answer = await onboard(body({ user: { ...someone(), email: member.email, jwt } }));
      expect(code(answer)).toEqual([409, 'user_exists']);
    });

    it('defaults to the token’s person', async () => {
      const founder = await api.administrator();
      const token = await api.mint.sign({ portal: founder.portal, account: founder, clientId: 'seller' });
      expect((await onboard(body({ user: undefined }), {}, token)).status).toBe(400);
      await ownLogin(token);
      const answer = await onboard(body({ user: undefined }), {}, token);
      expect(answer.status).toBe(201);
      expect(answer.body.user).toMatchObject({ email: founder.email, roles: ['Administrator'] });
    });

    it('is required with client_credentials', async () => {
      const answer = await onboard(body({ user: undefined }));
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'user']);
    });
  });

  describe('additional_users', () => {
    it('become administrators; existing people are invited by mail', async () => {
      const member = await api.account(stack.partner);
      const [fresh, existing] = [someone(), { ...someone(), email: member.email }];
      const answer = await onboard(body({ additional_users: [fresh, existing] }));
      expect(answer.status).toBe(201);
      expect(answer.body.additional_users).toEqual([
        expect.objectContaining({ email: fresh.email, roles: ['Administrator'] }),
        expect.objectContaining({ email: member.email, roles: ['Administrator'] }),
      ]);
      expect(await mailsTo(fresh.email)).toEqual(['login']);
      expect(await mailsTo(member.email)).toEqual(['login']);
    });

    it('are refused when one is named twice', async () => {
      const user = someone();
      const answer = await onboard(
        body({ user, additional_users: [{ ...user, email: user.email.toUpperCase() }] }),
      );
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([
        400,
        'additional_users.0.email',
      ]);
    });
  });

  describe('access', () => {
    it('requires the scope portal.write and a known creation_path', async () => {
      const token = await api.mint.sign({ clientId: 'seller', scopes: ['portal.read'] });
      expect(code(await onboard(body(), {}, token))).toEqual([403, 'insufficient_scope']);
      const answer = await onboard(body({ creation_path: 'nowhere' }));
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'creation_path']);
    });

    it('refuses applications bound to a portal that is not a distribution partner', async () => {
      const portal = await api.portal();
      await stack.client('bound-customer', portal.id);
      const token = await api.mint.sign({
        portal,
        account: await api.administrator(portal),
        clientId: 'bound-customer',
      });
      expect(code(await onboard(body(), {}, token))).toEqual([403, 'onboarding_not_allowed']);
    });

    it('allows applications of a distribution partner to create portals only below it', async () => {
      await stack.client('bound-partner', stack.partner.id);
      const account = await api.administrator(stack.partner);
      const token = await api.mint.sign({ portal: stack.partner, account, clientId: 'bound-partner' });
      const created = await onboard(body(), {}, token);
      const [row] = await portalsNamed(created.body.portal.name);
      expect(row!['parent_portal_id']).toBe(stack.partner.id);
      const other = await api.portal();
      await api.db.many(sql`
        update identity.portals set is_distribution_partner = true where id = ${other.id}`);
      const elsewhere = await onboard(body({ partner_portal_id: other.id }), {}, token);
      expect(code(elsewhere)).toEqual([403, 'partner_not_approved']);
    });

    it('is approved by the portal that it creates, for its scopes at that time and not for administrators', async () => {
      const created = await onboard(body());
      expect(created.status).toBe(201);
      const scopes = await api.db.many(sql`select scopes from auth.clients where client_id = 'seller'`);
      expect(
        await api.db.many(sql`
          select scopes, acts_for_people, for_administrators, makes_portals, came_by, approved_by
            from auth.approvals where portal_id = ${created.body.portal.id} and client_id = 'seller'`),
      ).toEqual([
        {
          ...scopes[0],
          acts_for_people: true,
          for_administrators: false,
          makes_portals: false,
          came_by: 'onboarding',
          approved_by: created.body.user.id,
        },
      ]);
    });

    it('T45 needs a partner portal’s approval to create portals under it; a consent is not enough', async () => {
      const sent = body({ partner_portal_id: stack.partner.id });
      expect(code(await onboard(sent))).toEqual([403, 'partner_not_approved']);
      const administrator = await api.administrator(stack.partner);
      await api.db.many(sql`
        insert into auth.consents (portal_id, client_id, account_id, scopes, granted_time)
        values (${stack.partner.id}, 'seller', ${administrator.id}, '{portal.write}', now())`);
      expect(code(await onboard(sent))).toEqual([403, 'partner_not_approved']);
      const approve = (makesPortals: boolean) =>
        api.db.many(sql`
          insert into auth.approvals
                 (portal_id, client_id, scopes, acts_for_people, makes_portals, came_by, approved_time)
          values (${stack.partner.id}, 'seller', '{portal.write}', true, ${makesPortals}, 'administrator', now())
          on conflict (portal_id, client_id) do update set makes_portals = excluded.makes_portals`);
      await approve(false);
      expect(code(await onboard(sent))).toEqual([403, 'partner_not_approved']);
      await approve(true);
      expect((await onboard(sent)).status).toBe(201);
      const unknown = await onboard(body({ partner_portal_id: (await api.portal()).id }));
      expect([unknown.status, unknown.body.additional_errors[0].path]).toEqual([400, 'partner_portal_id']);
    });
  });
});
