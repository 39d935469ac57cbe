import { searchEngineSettings } from '@app/catalogue';
import { sql } from '@app/database';
import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import { PasswordPool } from '@app/credentials';
import { limitSettings, type HttpApp } from '@app/http';
import { roles as allRoles } from '@app/contracts';
import {
  boundAnswers,
  checkAnswers,
  CatalogueSeed,
  createTestDatabase,
  HttpClient,
  type Answer,
  type TestRequest,
  Owner,
  TestClock,
  testRedis,
  TokenMint,
  type TestDatabase,
  ServerProcess,
} from '@app/testing';
import { createResourceApi, type AppOptions } from '../src/app.js';
import type { Settings } from '../src/config.js';
import { resourceApiDocument } from '../src/openapi.js';

export interface TestPortal {
  id: number;
  name: string;
}

interface AccountFields {
  id: number;
  portal: TestPortal;
  email: string;
  first_name: string;
  last_name: string;
  roles: string[];
}
export type TestAccount = AccountFields & AccountClient;

/** Sends requests with the token of one account. */
class AccountClient {
  readonly #http: HttpClient;

  /** @param token by default with every scope */
  constructor(
    http: HttpClient,
    readonly token: string,
  ) {
    this.#http = http;
  }

  get(path: string, sent?: TestRequest): Promise<Answer> {
    return this.#http.get(path, { ...sent, token: this.token });
  }

  post(path: string, json?: unknown, sent?: TestRequest): Promise<Answer> {
    return this.#http.post(path, { ...sent, json, token: this.token });
  }

  put(path: string, json?: unknown, sent?: TestRequest): Promise<Answer> {
    return this.#http.put(path, { ...sent, json, token: this.token });
  }

  patch(path: string, json?: unknown, sent?: TestRequest): Promise<Answer> {
    return this.#http.patch(path, { ...sent, json, token: this.token });
  }

  delete(path: string, sent?: TestRequest): Promise<Answer> {
    return this.#http.delete(path, { ...sent, token: this.token });
  }
}

const apiUrl = 'https://api.example';

/** The resource API in this process, with its own port and database. */
export class ResourceApiHarness {
  readonly clock = new TestClock();
  http!: HttpClient;
  db!: Owner;
  mint!: TokenMint;
  server!: HttpApp;
  settings!: Settings;
  database!: TestDatabase;
  #catalogue: Promise<CatalogueSeed> | undefined;

  /**
   * @param reach how the API connects to Postgres; a test may put something in between
   * @param options what no environment sets
   */
  async start(
    overrides: Partial<Settings> = {},
    reach = async (url: string): Promise<string> => url,
    options: AppOptions = {},
  ): Promise<void> {
    this.database = await createTestDatabase();
    this.db = new Owner(this.database.urls.owner);
    this.mint = await TokenMint.open(apiUrl, this.clock, async () => {
      const row = await this.db.one<{ seq: number }>(sql`select nextval('auth.token_seq') as seq`);
      return row.seq;
    });
    this.settings = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: 0,
      DATABASE_URL: await reach(this.database.urls.api),
      DATABASE_POOL_SIZE: 8,
      DATABASE_WAIT_MS: 25_000,
      DATABASE_REPLICA_URL: undefined,
      ...testRedis(),
      AUTH_PUBLIC_URL: this.mint.issuer,
      API_PUBLIC_URL: apiUrl,
      PORTAL_DOMAIN: 'learning.localhost',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] === undefined ? 'silent' : 'info',
      LOG_FORMAT: 'json',
      METRICS_PORT: 0,
      BUILD_COMMIT: 'unknown',
      ...z.object(searchEngineSettings).parse({}),
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_RESOURCE_ATTRIBUTES: {},
      TRUSTED_PROXIES: [],
      JWKS_URL: undefined,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      OTHER_SECRETS_KEYS: [],
      REDIS_SENTINELS: [],
      WEBHOOK_ALLOWED_HOSTS: ['localhost', '127.0.0.1'],
      AUTH_INTERNAL_URL: 'http://127.0.0.1:1',
      PAYMENT_GATEWAY_URL: undefined,
      PAYMENT_GATEWAY_KEY: undefined,
      PAYMENTS_WITHOUT_GATEWAY: undefined,
      PASSWORD_JOBS: undefined,
      PORTAL_ORIGIN: 'http://{portal}:4000',
      ...z.object(limitSettings).parse({}),
      RATE_LIMITS: false,
      API_REQUESTS_PER_MINUTE: 3_000,
      PUBLIC_REQUESTS_PER_MINUTE: 6_000,
      ...overrides,
    };
    this.server = await createResourceApi(this.settings, { ...options, clock: this.clock });
    boundAnswers(this.server.app);
    await this.server.app.listen(0, '127.0.0.1');
    const url = (await this.server.app.getUrl()).replace('[::1]', '127.0.0.1');
    const { app } = this.server;
    const answers = checkAnswers('resource-api', () => resourceApiDocument(app, this.settings));
    this.http = new HttpClient(url, await answers);
  }

  /** Fills this database's catalogue. */
  catalogue(): Promise<CatalogueSeed> {
    return (this.#catalogue ??= CatalogueSeed.open(this.database.urls.owner, this.clock));
  }

  /** Keeps every password thread and its queue busy. @returns a function that releases them */
  async blockPasswordThreads(): Promise<() => Promise<void>> {
    const pool = this.server.app.get(PasswordPool);
    let release!: (hash: undefined) => void;
    const untilReleased = new Promise<undefined>((resolve) => (release = resolve));
    let checks: Promise<unknown> = Promise.resolve();
    await new Promise<void>((onTaken) => {
      const stored = () => {
        onTaken();
        return untilReleased;
      };
      checks = Promise.allSettled(
        Array.from({ length: 64 }, (_, number) =>
          pool.matches({ rank: 'known', lane: String(number) }, stored, 'any password'),
        ),
      );
    });
    return async () => {
      release(undefined);
      await checks;
    };
  }

  /** The same API as a built server in a process of ours, which the test stops. */
  startProcess(): Promise<ServerProcess> {
    const { settings } = this;
    return ServerProcess.start({
      app: 'resource-api',
      env: {
        NODE_ENV: 'test',
        DATABASE_URL: settings.DATABASE_URL,
        REDIS_URL: settings.REDIS_URL,
        REDIS_PREFIX: settings.REDIS_PREFIX,
        AUTH_PUBLIC_URL: settings.AUTH_PUBLIC_URL,
        API_PUBLIC_URL: settings.API_PUBLIC_URL,
        SECRETS_KEY: settings.SECRETS_KEY,
        AUTH_INTERNAL_URL: settings.AUTH_INTERNAL_URL,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'silent',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
  }

  async stop(): Promise<void> {
    await this.http?.close();
    await this.server?.app.close();
    await this.mint?.close();
    await (await this.#catalogue)?.close();
    await this.db?.end();
    await this.database?.drop();
  }

  /** A new, empty portal. */
  async portal(fields: { features?: string[]; plan?: object; name?: string } = {}): Promise<TestPortal> {
    const name = fields.name ?? `p${randomBytes(5).toString('hex')}.learning.localhost`;
    return this.db.one<TestPortal>(sql`
      insert into identity.portals (name, title, features, plan)
      values (${name}, ${name}, ${fields.features ?? []}, ${fields.plan ?? {}}) returning id, name`);
  }

  /** Defines custom fields by their types. */
  async defineFields({ id }: Pick<TestPortal, 'id'>, types: Record<string, string>): Promise<void> {
    await this.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type)
      select ${id}, name, type from unnest(${Object.keys(types)}::text[],
             ${Object.values(types)}::text[]) fields (name, type)`);
  }

  /** A person with an account in `portal`, and its token. */
  async account(
    portal: TestPortal,
    fields: {
      roles?: string[];
      email?: string;
      first_name?: string;
      last_name?: string;
      managers?: number[];
    } = {},
  ): Promise<TestAccount> {
    const { roles = ['Learner'], first_name = 'Ana', last_name = 'Silva', managers = [] } = fields;
    const email = fields.email ?? `u${randomBytes(6).toString('hex')}@example.com`;
    const row = await this.db.one<{ id: number }>(sql`
      with person as (
        insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
        values (${email}, ${first_name}, ${last_name}, now(), 'operator')
        on conflict (email_key) do update set email = excluded.email returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, accepted_at)
      select ${portal.id}, id, ${first_name}, ${last_name}, ${roles}, now() from person returning id`);
    for (const manager of managers) {
      await this.db.many(sql`
        insert into identity.account_managers values (${portal.id}, ${row.id}, ${manager})`);
    }
    const account = { id: row.id, email, first_name, last_name, roles };
    return this.withToken({ ...account, portal }, await this.mint.sign({ portal, account }));
  }

  /** An administrator of a new portal, or of `portal`. */
  async administrator(portal?: TestPortal): Promise<TestAccount> {
    return this.account(portal ?? (await this.portal()), { roles: ['Administrator'], first_name: 'Ada' });
  }

  /** The service account of an application bound to `portal`, and its client_credentials token. */
  async application(portal: TestPortal, scopes?: readonly string[]): Promise<TestAccount> {
    const clientId = `app-${randomBytes(5).toString('hex')}`;
    const row = await this.db.one<{ id: number }>(sql`
      insert into identity.accounts (portal_id, client_id, first_name, last_name, roles)
      values (${portal.id}, ${clientId}, 'App', 'Application', '{Administrator}') returning id`);
    const account = {
      id: row.id,
      email: `${clientId}@clients.invalid`,
      first_name: 'App',
      last_name: 'Application',
      roles: [allRoles[0]],
    };
    const token = await this.mint.sign({ portal, account, clientId, ...(scopes ? { scopes } : {}) });
    return this.withToken({ ...account, portal }, token);
  }

  /** The account with another token. */
  withToken(account: AccountFields, token: string): TestAccount {
    return Object.assign(new AccountClient(this.http, token), { ...account, token });
  }
}

/** Starts the resource API before the tests of a file and stops it after them. */
export function useResourceApi(
  overrides: Partial<Settings> = {},
  options: AppOptions = {},
): ResourceApiHarness {
  const harness = new ResourceApiHarness();
  beforeAll(() => harness.start(overrides, undefined, options));
  afterAll(() => harness.stop());
  return harness;
}
