import { scopes as allScopes } from '@app/contracts';
import { freePort } from '@app/local-services';
import { onboardingGrant } from '@app/onboarding';
import { HttpClient, ResourceApiHarness, type TestAccount, type TestPortal } from '@app/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { randomBytes, randomUUID } from 'node:crypto';
import passport from 'passport';
import { createAuthServer } from '../../../auth-server/src/app.js';
import { loadSettings } from '../../../auth-server/src/config.js';
import { FakeGateway } from '../../test/onboarding.js';

const strategies = () =>
  (passport as unknown as { _strategies: Record<string, passport.Strategy> })._strategies;

describe('POST /v2/onboard', () => {
  const api = new ResourceApiHarness();
  const gateway = new FakeGateway();
  let auth: Awaited<ReturnType<typeof createAuthServer>>;
  let authHttp: HttpClient;
  let internalPort: number;
  let unbound: string;
  let partner: TestPortal;

  beforeAll(async () => {
    internalPort = await freePort();
    await gateway.start();
    await api.start({
      AUTH_INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
      PAYMENT_GATEWAY_URL: gateway.url,
      DATABASE_POOL_SIZE: 20,
    });
    // passport has one registry a process: the second server must not take the first one's place in it
    const strategy = strategies()['access-token']!;
    auth = await createAuthServer(
      loadSettings({
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        INTERNAL_PORT: String(internalPort),
        DATABASE_URL: api.database.urls.auth,
        REDIS_URL: api.settings.REDIS_URL,
        REDIS_PREFIX: api.settings.REDIS_PREFIX,
        AUTH_PUBLIC_URL: 'https://auth.test',
        API_PUBLIC_URL: api.settings.API_PUBLIC_URL,
        SECRETS_KEY: api.settings.SECRETS_KEY,
        LOG_LEVEL: 'silent',
        RATE_LIMITS: 'off',
      }),
      { clock: api.clock },
    );
    await auth.app.listen(0, '127.0.0.1');
    passport.use('access-token', strategy);
    authHttp = new HttpClient((await auth.app.getUrl()).replace('[::1]', '127.0.0.1'));

    partner = await api.portal();
    await api.db.many('update identity.portals set is_distribution_partner = true where id = $1', [
      partner.id,
    ]);
    await client('seller');
    unbound = await api.mint.sign({ clientId: 'seller' });
    const group = await api.db.one(
      `insert into learning.content_groups (portal_id, slug, name) values ($1, 'basics', 'Basics') returning id`,
      [partner.id],
    );
    await api.db.many(
      `insert into identity.presets (creation_path, title, features, plan, content) values
         ('starter', 'Starter', '{webhooks}', $1, $2)`,
      [
        {
          name: 'Starter',
          type: 'platform',
          region: 'EU',
          pricing: { currency: 'EUR', price: 990, tax: 19, tax_included: false },
        },
        { content_groups: [{ slug: 'basics', licenses: 30, package: 'Basics' }] },
      ],
    );
    groupId = group['id'];
  }, 90_000);
  afterAll(async () => {
    await authHttp?.close();
    await auth?.app.close();
    await api.stop();
    await gateway.stop();
  });

  let groupId: number;

  async function client(id: string, portalId: number | null = null): Promise<void> {
    const service = portalId === null ? null : (await api.application({ id: portalId, name: '' })).id;
    await api.db.many(
      `insert into auth.clients (client_id, name, secret_hash, portal_id, service_account_id, grants, scopes, created_time, updated_time)
       values ($1, $1, '\\x00', $2, $3, '{client_credentials,refresh_token}', $4, now(), now())`,
      [id, portalId, service, allScopes],
    );
  }

  const label = () => `p${randomBytes(5).toString('hex')}`;
  const domain = () => `${label()}.learning.localhost`;
  const someone = () => ({ email: `${label()}@example.com`, first_name: 'Peter', last_name: 'Gibbons' });
  const body = (rest: object = {}) => ({
    creation_path: 'starter',
    customer: { name: 'Initech', industry: 'Software', country: 'US' },
    portal: { domain: domain(), seats: 25 },
    user: someone(),
    ...rest,
  });
  const onboard = (json: object, headers: Record<string, string> = {}, token = unbound) =>
    api.http.post('/v2/onboard', { token, json, headers });
  const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error_code];
  const portalsNamed = (name: string) =>
    api.db.many('select * from identity.portals where name = $1', [name]);
  const mailsTo = async (email: string) =>
    (await api.db.many('select template from identity.mails where recipient = $1', [email])).map(
      (mail) => mail['template'],
    );

  it('creates a portal with its plan, customer and content, and the user as administrator', async () => {
    const given = body({ referrer: 'Partner site' });
    const answer = await onboard(given);
    expect(answer.status).toBe(201);
    const { portal, user, additional_users } = answer.body;
    expect(portal).toMatchObject({
      name: given.portal.domain,
      url: given.portal.domain,
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
      email: given.user.email,
      full_name: 'Peter Gibbons',
      roles: ['Administrator'],
      status: true,
    });
    expect(additional_users).toEqual([]);
    expect(
      await api.db.one('select * from identity.customers where portal_id = $1', [portal.id]),
    ).toMatchObject({
      name: 'Initech',
      industry: 'Software',
      country: 'US',
      billing_interval: 'annual',
      referrer: 'Partner site',
      client_id: 'seller',
    });
    expect(
      await api.db.many(
        'select audience_id, licenses, package from learning.subscriptions where portal_id = $1',
        [portal.id],
      ),
    ).toEqual([{ audience_id: groupId, licenses: 30, package: 'Basics' }]);
    expect(
      await api.db.many('select slug from learning.collections where portal_id = $1', [portal.id]),
    ).toEqual([{ slug: 'default' }]);
    const [event] = await api.db.many('select type, data from learning.outbox where portal_id = $1', [
      portal.id,
    ]);
    expect([event!['type'], JSON.parse(event!['data'])]).toEqual(['user.create', user]);
    expect(await mailsTo(given.user.email)).toEqual(['login']);
  });

  it('answers tokens of the calling client for the new portal, which work and are issued once', async () => {
    const answer = await onboard(body());
    const { oauth_token: token, portal, user } = answer.body;
    expect(token).toEqual({
      token_type: 'Bearer',
      expires_in: 43_200,
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^rt_/),
    });
    const keys = createLocalJWKSet((await authHttp.get('/.well-known/jwks.json')).body);
    const { payload } = await jwtVerify(token.access_token, keys, { issuer: 'https://auth.test' });
    expect(payload).toMatchObject({
      client_id: 'seller',
      portal_id: portal.id,
      sub: String(user.id),
      roles: ['Administrator'],
    });
    const issued = await api.db.many('select 1 from auth.access_tokens where portal_id = $1', [portal.id]);
    expect(issued).toHaveLength(1);
  });

  it('redeems a grant once: the same answer while it lives, nothing afterwards', async () => {
    const answer = await onboard(body());
    const grant = onboardingGrant(api.settings.SECRETS_KEY, answer.body.portal.id);
    const internal = new HttpClient(`http://127.0.0.1:${internalPort}`);
    const redeem = () => internal.post('/internal/onboarding-grants', { json: { grant } });
    const again = await Promise.all([redeem(), redeem(), redeem()]);
    for (const one of again) expect(one.body.access_token).toBe(answer.body.oauth_token.access_token);
    await api.db.many('update auth.onboarding_grants set expires_at = now() where portal_id = $1', [
      answer.body.portal.id,
    ]);
    expect((await redeem()).status).toBe(404);
    const unknown = { grant: 'x'.repeat(43) };
    expect((await internal.post('/internal/onboarding-grants', { json: unknown })).status).toBe(404);
    expect((await internal.post('/internal/onboarding-grants', { json: { grant: 1 } })).status).toBe(400);
    await internal.close();
    expect((await authHttp.post('/internal/onboarding-grants', { json: { grant } })).status).toBe(404);
  });

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
      const kept = await api.db.one(
        `select a.phone, c.term_privacy, c.term_tos, c.term_collection, w.hash
           from identity.accounts a join identity.term_consents c on c.account_id = a.id
           join auth.passwords w on w.person_id = a.person_id where a.id = $1`,
        [answer.body.user.id],
      );
      expect(kept).toMatchObject({
        phone: '+1 555 0100',
        term_privacy: true,
        term_tos: true,
        term_collection: false,
      });
      expect(kept['hash']).toMatch(/^\$argon2id/);
      expect(await mailsTo(user.email)).toEqual(['invitation']);
    });

    it('requires all three members of consent', async () => {
      const answer = await onboard(body({ user: { ...someone(), consent: { term_privacy: true } } }));
      expect(answer.status).toBe(400);
      expect(answer.body.additional_errors.map((error: { path: string }) => error.path)).toEqual([
        'user.consent.term_tos',
        'user.consent.term_collection',
      ]);
    });

    it('answers 409 user_exists without proof, and leaves nothing behind', async () => {
      const known = await api.account(partner);
      const given = body({ user: { ...someone(), email: known.email.toUpperCase() } });
      expect(code(await onboard(given))).toEqual([409, 'user_exists']);
      expect(await portalsNamed(given.portal.domain)).toEqual([]);
    });

    it.each(['user.jwt', 'X-User-Token'])(
      'takes an access token of the existing user in %s',
      async (where) => {
        const known = await api.account(partner);
        const user = { email: known.email, first_name: 'New', last_name: 'Name' };
        const answer =
          where === 'user.jwt'
            ? await onboard(body({ user: { ...user, jwt: known.token } }))
            : await onboard(body({ user }), { 'x-user-token': known.token });
        expect(answer.status).toBe(201);
        expect(answer.body.user).toMatchObject({ email: known.email, first_name: 'New' });
        expect(answer.body.user.id).not.toBe(known.id);
      },
    );

    it.each<[string, (known: TestAccount, other: TestAccount) => Promise<string> | string]>([
      ['of somebody else', (_, other) => other.token],
      [
        'that has expired',
        (known) => api.mint.sign({ portal: known.portal, account: known }, { exp: 1_700_000_000 }),
      ],
      [
        'for another audience',
        (known) => api.mint.sign({ portal: known.portal, account: known }, { aud: ['https://x.example'] }),
      ],
      ['that is none', () => 'nonsense'],
    ])('refuses a token %s', async (_, tokenOf) => {
      const [known, other] = [await api.account(partner), await api.account(partner)];
      const jwt = await tokenOf(known, other);
      const answer = await onboard(body({ user: { ...someone(), email: known.email, jwt } }));
      expect(code(answer)).toEqual([409, 'user_exists']);
    });

    it('is the token’s person when absent', async () => {
      const founder = await api.administrator();
      const token = await api.mint.sign({ portal: founder.portal, account: founder, clientId: 'seller' });
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
    it('become administrators; those who exist are invited by mail', async () => {
      const known = await api.account(partner);
      const [fresh, existing] = [someone(), { ...someone(), email: known.email }];
      const answer = await onboard(body({ additional_users: [fresh, existing] }));
      expect(answer.status).toBe(201);
      expect(answer.body.additional_users).toEqual([
        expect.objectContaining({ email: fresh.email, roles: ['Administrator'] }),
        expect.objectContaining({ email: known.email, roles: ['Administrator'] }),
      ]);
      expect(await mailsTo(fresh.email)).toEqual(['login']);
      expect(await mailsTo(known.email)).toEqual(['invitation']);
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

  describe('portal', () => {
    it('answers 409 domain_taken for a domain that exists or is kept for the service', async () => {
      const first = body();
      await onboard(first);
      expect(code(await onboard(body({ portal: first.portal })))).toEqual([409, 'domain_taken']);
      const kept = body({ portal: { domain: 'api.learning.localhost', seats: 1 } });
      expect(code(await onboard(kept))).toEqual([409, 'domain_taken']);
    });

    it.each([
      'initech.example',
      'a.b.learning.localhost',
      'learning.localhost',
      '-a.learning.localhost',
      'a_b.learning.localhost',
    ])('refuses the domain %s', async (name) => {
      const answer = await onboard(body({ portal: { domain: name, seats: 1 } }));
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'portal.domain']);
    });

    it('makes the domain from the customer’s name when there is no portal', async () => {
      const name = `Müller & Söhne ${label()}`;
      const given = { ...body({ customer: { name } }), portal: undefined };
      const [first, second] = [await onboard(given), await onboard({ ...given, user: someone() })];
      expect(first.body.portal.name).toMatch(/^muller-sohne-p[0-9a-f]+\.learning\.localhost$/);
      expect(second.body.portal.name).toBe(first.body.portal.name.replace('.', '-2.'));
    });

    it('adds existing people as administrators and names those who are unknown', async () => {
      const known = await api.account(partner);
      const wanted = { domain: domain(), seats: 5, administrators: [known.email, 'nobody@example.com'] };
      const refused = await onboard(body({ portal: wanted }));
      expect([refused.status, refused.body.additional_errors]).toEqual([
        400,
        [
          expect.objectContaining({
            path: 'portal.administrators.1',
            message: expect.stringContaining('nobody@example.com'),
          }),
        ],
      ]);
      expect(await portalsNamed(wanted.domain)).toEqual([]);
      const made = await onboard(body({ portal: { ...wanted, administrators: [known.email] } }));
      expect(made.body.portal.plan.active_user_count).toBe(2);
      expect(await mailsTo(known.email)).toEqual(['invitation']);
    });

    it('sends no mail with notifications=false', async () => {
      const given = body({ portal: { domain: domain(), seats: 5, notifications: false } });
      expect((await onboard(given)).status).toBe(201);
      expect(await mailsTo(given.user.email)).toEqual([]);
    });

    it('lets one of 50 win a domain; the others get 409 and leave nothing behind', async () => {
      const portal = { domain: domain(), seats: 5 };
      const requests = Array.from({ length: 50 }, () => body({ portal }));
      const answers = await Promise.all(requests.map((one) => onboard(one)));
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
      expect(await portalsNamed(portal.domain)).toHaveLength(1);
      const people = await api.db.many('select 1 from identity.persons where email = any($1)', [
        requests.map((one) => one.user.email),
      ]);
      expect(people).toHaveLength(1);
    });
  });

  describe('who may', () => {
    it('asks for the scope portal.write and a known creation_path', async () => {
      const token = await api.mint.sign({ clientId: 'seller', scopes: ['portal.read'] });
      expect(code(await onboard(body(), {}, token))).toEqual([403, 'insufficient_scope']);
      const answer = await onboard(body({ creation_path: 'nowhere' }));
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'creation_path']);
    });

    it('refuses applications bound to a portal that is no distribution partner', async () => {
      const portal = await api.portal();
      await client('bound-customer', portal.id);
      const token = await api.mint.sign({
        portal,
        account: await api.administrator(portal),
        clientId: 'bound-customer',
      });
      expect(code(await onboard(body(), {}, token))).toEqual([403, 'onboarding_not_allowed']);
    });

    it('lets applications of a distribution partner create portals under it alone', async () => {
      await client('bound-partner', partner.id);
      const account = await api.administrator(partner);
      const token = await api.mint.sign({ portal: partner, account, clientId: 'bound-partner' });
      const made = await onboard(body(), {}, token);
      const [row] = await portalsNamed(made.body.portal.name);
      expect(row!['parent_portal_id']).toBe(partner.id);
      const other = await api.portal();
      await api.db.many('update identity.portals set is_distribution_partner = true where id = $1', [
        other.id,
      ]);
      const elsewhere = await onboard(body({ partner_portal_id: other.id }), {}, token);
      expect(code(elsewhere)).toEqual([403, 'partner_not_approved']);
    });

    it('lets other applications create portals under a partner that approved them', async () => {
      const given = body({ partner_portal_id: partner.id });
      expect(code(await onboard(given))).toEqual([403, 'partner_not_approved']);
      await api.db.many('insert into auth.client_portals (client_id, portal_id) values ($1, $2)', [
        'seller',
        partner.id,
      ]);
      expect((await onboard(given)).status).toBe(201);
      const unknown = await onboard(body({ partner_portal_id: (await api.portal()).id }));
      expect([unknown.status, unknown.body.additional_errors[0].path]).toEqual([400, 'partner_portal_id']);
    });
  });

  describe('payment_token', () => {
    const paid = (rest: object = {}) =>
      body({ customer: { name: 'Initech', payment_token: 'tok_4242' }, ...rest });
    const payments = () =>
      api.db.many('select * from identity.payments order by created_time desc, reference limit 1');

    it('is handed to the gateway before, and stored nowhere', async () => {
      const answer = await onboard(paid());
      expect(answer.status).toBe(201);
      expect(gateway.authorized.at(-1)).toMatchObject({
        payment_token: 'tok_4242',
        amount: 990,
        currency: 'EUR',
      });
      const [payment] = await payments();
      expect(payment).toMatchObject({ state: 'capture', portal_id: answer.body.portal.id });
      for (const table of [
        'identity.customers',
        'identity.payments',
        'identity.portals',
        'maintenance.idempotency_keys',
      ]) {
        const found = await api.db.many(`select 1 from ${table} t where t::text like '%tok_4242%'`);
        expect([table, found]).toEqual([table, []]);
      }
    });

    it('answers 400 when the payment is declined, and leaves nothing behind', async () => {
      gateway.next(402);
      const given = paid();
      const answer = await onboard(given);
      expect([answer.status, answer.body.additional_errors[0]]).toMatchObject([
        400,
        { path: 'customer.payment_token', error_code: 'payment_declined' },
      ]);
      expect(await portalsNamed(given.portal.domain)).toEqual([]);
    });

    it('answers 503 when the gateway is away', async () => {
      gateway.next(500);
      expect((await onboard(paid())).status).toBe(503);
    });

    it('is voided when no portal comes of it', async () => {
      const taken = body();
      await onboard(taken);
      expect(code(await onboard(paid({ portal: taken.portal })))).toEqual([409, 'domain_taken']);
      expect((await payments())[0]).toMatchObject({ state: 'void', portal_id: null });
    });
  });

  describe('Idempotency-Key', () => {
    it('gives the first answer again, tokens included', async () => {
      const [key, given] = [randomUUID(), body()];
      const first = await onboard(given, { 'idempotency-key': key });
      const again = await onboard(given, { 'idempotency-key': key });
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(first.body.oauth_token).not.toBeNull();
    });

    it('creates one portal of 20 at once', async () => {
      const [key, given] = [randomUUID(), body({ customer: { name: 'Twenty', payment_token: 'tok_1' } })];
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => onboard(given, { 'idempotency-key': key })),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      const references = gateway.authorized.filter((one) => one.description === 'Portal for Twenty');
      expect(new Set(references.map((one) => one.reference)).size).toBe(1);
    });

    it('asks for no second payment when a request comes late, its twin having made the portal', async () => {
      const [key, given] = [randomUUID(), body({ customer: { name: 'Late', payment_token: 'tok_1' } })];
      expect((await onboard(given, { 'idempotency-key': key })).status).toBe(201);
      // as for a request that looked for a kept answer before its twin had committed
      await api.db.many('delete from maintenance.idempotency_keys where key = $1', [key]);
      expect(code(await onboard(given, { 'idempotency-key': key }))).toEqual([409, 'domain_taken']);
      const asked = gateway.authorized.filter((one) => one.description === 'Portal for Late');
      expect(new Set(asked.map((one) => one.reference)).size).toBe(1);
      const payments = await api.db.many('select state from identity.payments where reference = $1', [
        asked[0]!.reference,
      ]);
      expect(payments).toEqual([{ state: 'capture' }]);
    });

    it('answers oauth_token null when it cannot be fetched; the same request tries again for ten minutes', async () => {
      const [key, given] = [randomUUID(), body()];
      const right = api.settings.AUTH_INTERNAL_URL;
      api.settings.AUTH_INTERNAL_URL = 'http://127.0.0.1:1';
      const first = await onboard(given, { 'idempotency-key': key });
      expect([first.status, first.body.oauth_token]).toEqual([201, null]);
      api.settings.AUTH_INTERNAL_URL = right;
      const again = await onboard(given, { 'idempotency-key': key });
      expect(again.body).toEqual({
        ...first.body,
        oauth_token: expect.objectContaining({ token_type: 'Bearer' }),
      });
      const third = await onboard(given, { 'idempotency-key': key });
      expect(third.body).toEqual(again.body);
    });
  });
});
