import { scopes as allScopes } from '@app/contracts';
import { sql } from '@app/database';
import { freePort } from '@app/local-services';
import { HttpClient, type Answer } from '@app/testing';
import { randomBytes } from 'node:crypto';
import passport from 'passport';
import { ResourceApiHarness, type TestPortal } from './resource-api.js';
import { createAuthServer } from '../../auth-server/src/app.js';
import { loadSettings } from '../../auth-server/src/config.js';
import type { Settings } from '../src/config.js';
import { FakeGateway } from './fake-gateway.js';

const strategies = () =>
  (passport as unknown as { _strategies: Record<string, passport.Strategy> })._strategies;

/** A resource API with its authorization server, a payment gateway, a distribution partner and a preset `starter`. */
export class OnboardingStack {
  readonly api = new ResourceApiHarness();
  readonly gateway = new FakeGateway();
  authHttp!: HttpClient;
  internalPort!: number;
  /** Token of an unbound application. */
  unbound!: string;
  partner!: TestPortal;
  /** The content group that the preset subscribes a portal to. */
  groupId!: number;
  #auth: Awaited<ReturnType<typeof createAuthServer>> | undefined;

  async start(overrides: Partial<Settings> = {}): Promise<void> {
    const { api } = this;
    this.internalPort = await freePort();
    await this.gateway.start();
    await api.start({
      AUTH_INTERNAL_URL: `http://127.0.0.1:${this.internalPort}`,
      PAYMENT_GATEWAY_URL: this.gateway.url,
      DATABASE_POOL_SIZE: 20,
      ...overrides,
    });
    // passport has one registry per process: the second server must not replace the first one's entry
    const strategy = strategies()['access-token']!;
    this.#auth = await this.#authServer();
    passport.use('access-token', strategy);
    this.authHttp = new HttpClient((await this.#auth.app.getUrl()).replace('[::1]', '127.0.0.1'));

    this.partner = await api.portal();
    await api.db.many(sql`
      update identity.portals set is_distribution_partner = true where id = ${this.partner.id}`);
    await this.client('seller');
    this.unbound = await api.mint.sign({ clientId: 'seller' });
    const group = await api.db.one(sql`
      insert into learning.content_groups (portal_id, slug, name)
      values (${this.partner.id}, 'basics', 'Basics') returning id`);
    this.groupId = group['id'];
    await api.db.many(sql`
      insert into identity.presets (creation_path, title, features, plan, content) values
        ('starter', 'Starter', '{webhooks}', ${{
          name: 'Starter',
          type: 'platform',
          region: 'EU',
          pricing: { currency: 'EUR', price: 990, tax: 19, tax_included: false },
        }}, ${{ content_groups: [{ slug: 'basics', licenses: 30, package: 'Basics' }] }})`);
  }

  async stop(): Promise<void> {
    await this.authHttp?.close();
    await this.#auth?.app.close();
    await this.api.stop();
    await this.gateway.stop();
  }

  async #authServer() {
    const { settings, database, clock } = this.api;
    const server = await createAuthServer(
      loadSettings({
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        INTERNAL_PORT: String(this.internalPort),
        METRICS_PORT: '0',
        DATABASE_URL: database.urls.auth,
        REDIS_URL: settings.REDIS_URL,
        REDIS_PREFIX: settings.REDIS_PREFIX,
        AUTH_PUBLIC_URL: 'https://auth.test',
        API_PUBLIC_URL: settings.API_PUBLIC_URL,
        SECRETS_KEY: settings.SECRETS_KEY,
        LOG_LEVEL: 'silent',
        RATE_LIMITS: 'off',
      }),
      { clock },
    );
    await server.app.listen(0, '127.0.0.1');
    return server;
  }

  async client(id: string, portalId: number | null = null): Promise<void> {
    const service = portalId === null ? null : (await this.api.application({ id: portalId, name: '' })).id;
    await this.api.db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, portal_id, service_account_id, grants, scopes,
             created_time, updated_time)
      values (${id}, ${id}, '\\x00', ${portalId}, ${service}, '{client_credentials,refresh_token}',
             ${allScopes}, now(), now())`);
  }

  readonly label = (): string => `p${randomBytes(5).toString('hex')}`;
  readonly domain = (): string => `${this.label()}.learning.localhost`;
  readonly someone = () => ({
    email: `${this.label()}@example.com`,
    first_name: 'Peter',
    last_name: 'Gibbons',
  });
  readonly body = (rest: object = {}) => ({
    creation_path: 'starter',
    customer: { name: 'Initech', industry: 'Software', country: 'US' },
    portal: { domain: this.domain(), seats: 25 },
    user: this.someone(),
    ...rest,
  });
  readonly onboard = (
    json: object,
    headers: Record<string, string> = {},
    token = this.unbound,
  ): Promise<Answer> => this.api.http.post('/v2/onboard', { token, json, headers });
  readonly code = (answer: Answer) => [answer.status, answer.body.error_code];
  readonly portalsNamed = (name: string) =>
    this.api.db.many(sql`select * from identity.portals where name = ${name}`);
  readonly mailsTo = async (email: string) =>
    (await this.api.db.many(sql`select template from identity.mails where recipient = ${email}`)).map(
      (mail) => mail['template'],
    );
}
