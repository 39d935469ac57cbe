import { scopes } from '@app/contracts';
import { openDatabase, sql } from '@app/database';
import { registerClient } from '@app/clients';
import { Sealer } from '@app/kernel';
import { WebhookSecrets } from '@app/webhooks';
import {
  CatalogueSeed,
  createTestDatabase,
  Owner,
  WAIT_TIMEOUT_MS,
  ServerProcess,
  TestClock,
  testRedis,
  type TestDatabase,
  eventually,
} from '@app/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Receiver } from '../receiver.js';
import { columnsAtOnce, hurtPortals } from './columns.js';
import type { Hurt } from './rows.js';

const apps = ['auth-server', 'resource-api', 'webhook-worker'] as const;
type App = (typeof apps)[number];

/** Both servers and the worker as built processes, with one healthy portal and some damaged ones. */
export class DamagedStack {
  owner!: Owner;
  /** For each column of those damaged at a time, its portals. */
  hurt: Hurt[][] = [];
  readonly log: string[] = [];
  readonly #key = randomBytes(32).toString('base64');
  readonly #sealer = Sealer.of({ SECRETS_KEY: this.#key });
  readonly #secrets = new WebhookSecrets({ SECRETS_KEY: this.#key });
  readonly #redis = testRedis();
  readonly #mails = new Set<string>();
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) this.#mails.add(address);
        done();
      });
      stream.resume();
    },
  });
  #database!: TestDatabase;
  #replicas = new Map<App, ServerProcess>();
  #well!: { client: string; secret: string; portal: number };
  #receiver!: Receiver;
  #created = 0;

  async start(): Promise<void> {
    this.#database = await createTestDatabase();
    this.owner = new Owner(this.#database.urls.owner);
    this.#smtp.listen(0, '127.0.0.1');
    await once(this.#smtp.server, 'listening');
    this.#receiver = await Receiver.start();
    this.#well = await this.#portal('well');
    await this.#webhook(this.#well.portal);
    for (let index = 0; index < columnsAtOnce; index += 1) {
      const those = Array.from({ length: hurtPortals }, (_, each) => index * hurtPortals + each);
      this.hurt.push(await Promise.all(those.map((each) => this.#hurtPortal(each))));
    }
    await this.startAll();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#replicas.values()].map((replica) => replica.stop()));
    await this.#receiver?.stop();
    await new Promise<void>((done) => this.#smtp.close(() => done()));
    await this.owner?.end();
    await this.#database?.drop();
  }

  /** Starts them one after the other, because the API needs the key set. */
  async startAll(): Promise<void> {
    for (const app of apps) this.#replicas.set(app, await this.#replica(app, this.#key));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#replicas.values()].map((replica) => replica.stop()));
  }

  /** @throws Error with its output when it does not start */
  async startWithAnotherKey(app: App): Promise<void> {
    const replica = await this.#replica(app, randomBytes(32).toString('base64'));
    await replica.stop();
  }

  /** Sends requests of damaged portals; any answer will do, but there must be one. */
  async useHurt(hurt: Hurt): Promise<void> {
    const issued = await this.#token(hurt);
    const token =
      issued.status === 200 ? ((await issued.json()) as { access_token: string }).access_token : 'none';
    const paths = [
      '/v2/me',
      '/v2/account',
      '/v2/users',
      `/v2/users/${hurt.account}`,
      '/v2/learning-objects',
      `/v2/learning-objects/${hurt.lo}`,
      '/v2/enrollments',
      '/v2/webhooks',
      `/v2/webhooks/${hurt.webhook}/deliveries`,
      '/v2/configuration',
    ];
    const api = this.#url('resource-api');
    await Promise.all([
      ...paths.map((path) => this.#fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })),
      this.#fetch(`${this.#url('auth-server')}/oauth/authorize?response_type=code&client_id=${hurt.client}`),
    ]);
  }

  /** Resolves when the worker has attempted everything that is due, whatever the result. */
  async workerHasLooked(): Promise<void> {
    const listRemaining = () =>
      this.owner.many<{ what: string }>(sql`
        select 'event ' || id as what from learning.outbox_pending where parked_reason is null
        union all
        select 'mailbox ' || webhook_id from learning.webhook_mailboxes
         where state < 2 and (next_due <= now() or lease_token is not null)
        union all
        select 'mail ' || id from identity.mails where next_try_time <= now()
        union all
        select 'payment ' || reference from identity.payments where next_try_time <= now()
        union all
        select 'test delivery ' || id from learning.webhook_test_deliveries where state = 0
        limit 1`);
    await eventually('the worker has looked', listRemaining, (rows) => rows.length === 0);
  }

  /** Checks that a token is issued, GET /v2/me answers, a change is made, its event delivered, and its mail sent. */
  async wellWorks(): Promise<void> {
    for (const [app, replica] of this.#replicas) {
      if (replica.hasEnded) throw new Error(`${app} has ended:\n${this.log.slice(-20).join('\n')}`);
      if (!(await replica.isReady())) throw new Error(`${app} is not ready`);
    }
    const issued = await this.#token(this.#well);
    expect(issued.status).toBe(200);
    const { access_token: token } = (await issued.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const api = this.#url('resource-api');
    expect((await this.#fetch(`${api}/v2/me`, { headers })).status).toBe(200);
    this.#created += 1;
    const email = `well${this.#created}@example.com`;
    const body = JSON.stringify({ email, first_name: 'Wella', last_name: 'Good', send_login_email: true });
    const response = await this.#fetch(`${api}/v2/users`, { method: 'POST', headers, body });
    expect([response.status, await response.text()]).toMatchObject([201, expect.any(String)]);
    const heard = () =>
      this.#receiver.received.some(
        ({ event }) => event.type === 'user.create' && event.data['email'] === email,
      );
    await this.#until(`the event of ${email}`, heard);
    await this.#until(`the mail to ${email}`, () => this.#mails.has(email));
  }

  /** Errors caught only by the last safety net; there must be none. */
  get uncaught(): string[] {
    return this.log.filter((line) => line.includes('uncaught error'));
  }

  #url(app: App): string {
    return this.#replicas.get(app)!.url;
  }

  #replica(app: App, key: string): Promise<ServerProcess> {
    const { urls } = this.#database;
    const auth = this.#replicas.get('auth-server')?.url ?? '';
    const env: Record<string, string> = {
      NODE_ENV: 'test',
      DATABASE_URL: { 'auth-server': urls.auth, 'resource-api': urls.api, 'webhook-worker': urls.worker }[
        app
      ],
      ...this.#redis,
      AUTH_PUBLIC_URL: 'https://auth.test',
      API_PUBLIC_URL: 'https://api.test',
      JWKS_URL: `${auth}/.well-known/jwks.json`,
      SECRETS_KEY: key,
      RATE_LIMITS: 'off',
      SMTP_URL: `smtp://127.0.0.1:${(this.#smtp.server.address() as AddressInfo).port}`,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    return ServerProcess.start({ app, env, log: (line) => void this.log.push(line) });
  }

  #token({ client, secret }: { client: string; secret: string }): Promise<Response> {
    return this.#fetch(`${this.#url('auth-server')}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client,
        client_secret: secret,
      }),
    });
  }

  #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_TIMEOUT_MS), ...init });
  }

  async #until(what: string, isMet: () => boolean): Promise<void> {
    const deadline = performance.now() + WAIT_TIMEOUT_MS;
    while (!isMet()) {
      if (performance.now() > deadline)
        throw new Error(`${what} did not come:\n${this.log.slice(-20).join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async #portal(name: string): Promise<{ client: string; secret: string; portal: number }> {
    const { id: portal } = await this.owner.one<{ id: number }>(sql`
      insert into identity.portals (name, title) values (${`${name}.learning.localhost`}, ${name}) returning id`);
    const database = await openDatabase({
      url: this.#database.urls.owner,
      applicationName: 'test',
      poolSize: 1,
    });
    const client = { clientId: `${name}-app`, name, secret: `${name}-secret-0123456789` };
    const redirectUri = `https://${name}.example/cb`;
    const all = scopes.filter((scope) => !scope.startsWith('app.'));
    await database.write((tx) =>
      registerClient(tx, { ...client, redirectUri, portalId: portal, scopes: all }, new Date()),
    );
    await database.dataSource.destroy();
    return { client: client.clientId, secret: client.secret, portal };
  }

  async #webhook(portal: number): Promise<number> {
    const { id } = await this.owner.one<{ id: number }>(sql`
      insert into learning.webhooks (portal_id, url, events)
      values (${portal}, ${this.#receiver.url}, '{user.create,user.update}') returning id`);
    const secret = this.#secrets.seal(id, 'whsec');
    await this.owner.many(sql`
      update learning.webhooks
         set secret = ${secret}, previous_secret = ${secret}, previous_secret_until = now() + interval '1 day'
       where id = ${id}`);
    await this.owner.many(sql`
      insert into learning.webhook_mailboxes (webhook_id, portal_id) values (${id}, ${portal})`);
    return id;
  }

  async #hurtPortal(index: number): Promise<Hurt> {
    const { client, secret, portal } = await this.#portal(`hurt${index}`);
    const { id: person } = await this.owner.one<{ id: number }>(sql`
      insert into identity.persons (email, first_name, last_name)
      values (${`hurt${index}@example.com`}, 'Hurt', 'Person') returning id`);
    const { id: account } = await this.owner.one<{ id: number }>(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, custom_fields)
      values (${portal}, ${person}, 'Hurt', 'Person', '{Administrator}', '{"size": 4}') returning id`);
    await this.owner.many(sql`
      insert into identity.custom_fields (portal_id, name, type) values (${portal}, 'size', 'integer')`);
    await this.owner.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${person}, ${this.#sealer.seal('JBSWY3DPEHPK3PXP', `second factor ${person}`)}, now())`);
    const seed = await CatalogueSeed.open(this.#database.urls.owner, new TestClock());
    await seed.provider(`hurt${index}`, portal);
    const item = { provider: `hurt${index}`, external_id: 'a', type: 'text', title: 'Text' } as const;
    const lo = (await seed.load([{ ...item, content: { html: '<p>x</p>' } }])).get(`hurt${index} a`)!;
    await seed.close();
    await this.owner.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      values (${portal}, ${account}, ${lo}, 'Text')`);
    return { portal, account, person, client, secret, lo, webhook: await this.#webhook(portal) };
  }
}
