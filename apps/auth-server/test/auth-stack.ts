import { defaultScopes, scopes } from '@app/contracts';
import { sql, type Transaction } from '@app/database';
import { registerClient, type ClientRegistration } from '@app/clients';
import { hashPassword } from '@app/credentials';
import { hash } from '@node-rs/argon2';
import type { Clock } from '@app/kernel';
import {
  boundAnswers,
  checkAnswers,
  ConnectionReader,
  createTestDatabase,
  Owner,
  testRedis,
  type TestDatabase,
} from '@app/testing';
import type { HttpApp } from '@app/http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { authServerDocument } from '../src/edge/openapi/index.js';
import { answerChecks } from './answer-checks.js';
import { seenSecrets } from './seen-secrets.js';

/** A clock that tests move; it starts at the real time, because races are decided by Postgres's clock. */
export class MovableClock implements Clock {
  #shift = 0;
  #stoppedAt: number | undefined;
  now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#shift);
  }
  /** It stands still until it is reset. */
  stop(): void {
    this.#stoppedAt = Date.now();
  }
  advance(seconds: number): void {
    this.#shift += seconds * 1000;
  }
  reset(): void {
    this.#stoppedAt = undefined;
    this.#shift = 0;
  }
}

export const password = 'Demo-pass-1234';
/**
 * One hash for everybody, at a thousandth of the cost (a stored hash contains its cost parameters). Tests of the cost
 * of guessing begin with {@link storeCostlyPasswords}.
 */
let hashed: Promise<string> | undefined;
const cheap = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The clients of docs/misuse-cases.md. */
export const C1: ClientRegistration & { secret: string } = {
  clientId: 'c1-app',
  name: 'Client One',
  secret: 'c1-secret-0123456789',
  redirectUri: 'https://app.example/cb?x=1',
  portalId: 1,
  grants: ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'service_jwt'],
  scopes: scopes.filter((scope) => !scope.startsWith('app.')),
};
export const C2: ClientRegistration & { secret: string } = {
  clientId: 'c2-app',
  name: 'Client Two',
  secret: 'c2-secret-0123456789',
  redirectUri: 'https://two.example/cb',
  portalId: null,
  grants: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'password',
    'service_jwt',
    'implicit',
  ],
  scopes: defaultScopes,
};
/** What C1 and C2 send to the token endpoint, and C2 to the authorization endpoint. */
export const c1Credentials = { client_id: C1.clientId, client_secret: C1.secret };
export const c2Credentials = { client_id: C2.clientId, client_secret: C2.secret };
export const c2Request = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
export const P1: ClientRegistration = {
  clientId: 'p1-app',
  name: 'Client without a secret',
  secret: null,
  redirectUri: 'http://127.0.0.1:5000/spa',
  portalId: null,
  grants: ['authorization_code', 'refresh_token', 'implicit'],
  scopes: defaultScopes,
};
/** The client with special permissions. */
export const OPS: ClientRegistration & { secret: string } = {
  clientId: 'ops-app',
  name: 'Operations',
  secret: 'ops-secret-0123456789',
  redirectUri: null,
  portalId: null,
  isSpecial: true,
  introspectsAll: true,
  scopes,
};

/** Account ids by a short name. */
export const accounts = {
  adminA: 101,
  managerA: 102,
  learnerA: 103,
  blockedA: 104,
  multiA: 105,
  multiB: 205,
  adminB: 201,
};

const people: {
  id: number;
  email: string;
  name: [string, string];
  accounts: [number, number, string, boolean?][];
}[] = [
  { id: 1, email: 'admin@a.example', name: ['Ada', 'Admin'], accounts: [[1, 101, 'Administrator']] },
  { id: 2, email: 'manager@a.example', name: ['Mara', 'Manager'], accounts: [[1, 102, 'Manager']] },
  { id: 3, email: 'learner@a.example', name: ['Leo', 'Learner'], accounts: [[1, 103, 'Learner']] },
  {
    id: 4,
    email: 'blocked@a.example',
    name: ['Bea', 'Blocked'],
    accounts: [[1, 104, 'Administrator', false]],
  },
  {
    id: 5,
    email: 'multi@a.example',
    name: ['Max', 'Multi'],
    accounts: [
      [1, 105, 'Administrator'],
      [2, 205, 'Administrator'],
    ],
  },
  { id: 6, email: 'admin@b.example', name: ['Bob', 'Admin'], accounts: [[2, 201, 'Administrator']] },
];

export interface AuthStack {
  /** As the owner of the tables, across the whole database. */
  db: Owner;
  redis: Redis;
  redisPrefix: string;
  clock: MovableClock;
  database: TestDatabase;
  /** URLs of the servers; the first one's is also `url`. */
  urls: string[];
  readonly url: string;
  apps: NestFastifyApplication[];
  /** The routes of each server. */
  routes: HttpApp['routes'][];
  settings: Record<string, string>;
  /** Lines of every server's log. */
  log: string[];
  /** Registers a client beyond the fixture. */
  register(client: ClientRegistration): Promise<void>;
}

/** One database, and `count` authorization servers on it in this process, for one test file. */
export function useAuthServers(
  count = 1,
  extra: Record<string, string> | (() => Promise<Record<string, string>>) = {},
): AuthStack {
  const stack = {
    urls: [] as string[],
    apps: [] as NestFastifyApplication[],
    routes: [] as HttpApp['routes'][],
    log: [] as string[],
  } as AuthStack;
  Object.defineProperty(stack, 'url', { get: () => stack.urls[0] });
  stack.clock = new MovableClock();
  stack.register = async (client) => {
    const connection = await stack.db.connect();
    try {
      await registerClient(asTransaction(connection), client, stack.clock.now());
    } finally {
      connection.release();
    }
  };

  beforeAll(async () => {
    seenSecrets.clear(); // those of the previous file
    stack.database = await createTestDatabase();
    stack.db = new Owner(stack.database.urls.owner);
    const { REDIS_URL, REDIS_PREFIX } = testRedis();
    stack.redis = new Redis(REDIS_URL);
    stack.redisPrefix = REDIS_PREFIX;
    await seed(stack);
    stack.settings = {
      NODE_ENV: 'test',
      PORT: '0',
      INTERNAL_PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: stack.database.urls.auth,
      DATABASE_POOL_SIZE: '10',
      DATABASE_WAIT_MS: '25000',
      REDIS_URL,
      REDIS_PREFIX,
      AUTH_PUBLIC_URL: 'https://auth.test',
      API_PUBLIC_URL: 'https://api.test',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'off',
      PORTAL_ORIGIN: 'http://{portal}',
      ...(typeof extra === 'function' ? await extra() : extra),
    };
    for (let index = 0; index < count; index += 1) await startServer(stack);
  });

  afterAll(async () => {
    const log = stack.log.join('');
    const leaked = [...seenSecrets].filter((secret) => log.includes(secret));
    expect(leaked).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all(stack.apps.map((app) => app.close()));
    stack.redis.disconnect();
    await stack.db.end();
    await stack.database.drop();
  });
  return stack;
}

/** Starts one more server on the same database. */
export async function startServer(stack: AuthStack, port = 0): Promise<string> {
  const logger = pino({ level: 'info' }, { write: (line: string) => void stack.log.push(line) });
  const settings = loadSettings(stack.settings);
  const { app, routes } = await createAuthServer(settings, { clock: stack.clock, logger });
  boundAnswers(app);
  await app.listen(port, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  answerChecks.set(
    new URL(url).origin,
    await checkAnswers('auth-server', () => authServerDocument(app, settings)),
  );
  stack.apps.push(app);
  stack.routes.push(routes);
  stack.urls.push(url);
  return url;
}

async function seed(stack: AuthStack): Promise<void> {
  const { db } = stack;
  hashed ??= hash(password, cheap);
  const stored = await hashed;
  await db.many(sql`
    insert into identity.portals (id, name, title)
    values (1, 'a.learning.localhost', 'Portal A'), (2, 'b.learning.localhost', 'Portal B')`);
  for (const person of people) {
    const [firstName, lastName] = person.name;
    await db.many(sql`
      insert into identity.persons (id, email, first_name, last_name, verified_time, verified_by)
      values (${person.id}, ${person.email}, ${firstName}, ${lastName}, now(), 'operator')`);
    await db.many(sql`insert into auth.passwords (person_id, hash) values (${person.id}, ${stored})`);
    for (const [portalId, id, role, status = true] of person.accounts)
      await db.many(sql`
        insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, status, accepted_at)
        values (${portalId}, ${id}, ${person.id}, ${firstName}, ${lastName}, ${[role]}, ${status}, now())`);
  }
  await db.many(
    sql`select setval('identity.accounts_id_seq', 1000), setval('identity.persons_id_seq', 1000)`,
  );
  for (const registration of [C1, C2, P1, OPS]) await stack.register(registration);
}

/** Everybody's password at the production cost. */
export async function storeCostlyPasswords(stack: AuthStack): Promise<void> {
  await stack.db.many(sql`update auth.passwords set hash = ${await hashPassword(password)}`);
}

/** Adapts a connection to what the product's own functions run their statements on. */
export const asTransaction = (connection: Owner | PoolClient): Transaction =>
  (connection instanceof Owner ? connection : new ConnectionReader(connection)) as unknown as Transaction;

/** Replaces the configuration of a portal. */
export const configure = (stack: AuthStack, portalId: number, configuration: object): Promise<unknown[]> =>
  stack.db.many(sql`update identity.portals set configuration = ${configuration} where id = ${portalId}`);
