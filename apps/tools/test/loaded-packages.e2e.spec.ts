import { createTestDatabase, Replica, testRedis, type ReplicaOptions, type TestDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';

type App = ReplicaOptions['app'];

/** For documents, the command line, packages, development: no server needs them to start. */
const ofNoServer = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@bull-board/api',
  '@bull-board/fastify',
  '@nestjs/swagger',
  '@opentelemetry/sdk-trace',
  '@zxcvbn-ts/language-common',
  'archiver',
  'commander',
  'csv-parse',
  'ejs',
  'es-toolkit',
  'pino-pretty',
  'swagger-ui-dist',
  'yaml',
];

/** Packages that a server must not load before it is asked for what needs them. */
const unneeded: Record<App, string[]> = {
  'auth-server': [...ofNoServer, 'bullmq', 'nodemailer', 'otplib', 'undici'],
  'resource-api': [...ofNoServer, 'bullmq', 'nodemailer', 'otplib', 'undici'],
  'webhook-worker': [...ofNoServer, 'cron-parser', 'luxon', 'nodemailer', 'otplib'],
};

const packagesOf = (files: readonly string[]): Set<string | undefined> =>
  new Set(files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));

describe('a server that has started', () => {
  let database: TestDatabase;
  const running: Partial<Record<App, Replica>> = {};

  beforeAll(async () => {
    database = await createTestDatabase();
    const common = {
      NODE_ENV: 'production',
      ...testRedis(),
      API_PUBLIC_URL: 'https://api.example',
      PORTAL_DOMAIN: 'learning.example',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
      QUEUE_BOARD_PASSWORD: 'a password of operators',
    };
    const start = async (app: App, url: string, authUrl: string): Promise<Replica> => {
      const env = { ...common, DATABASE_URL: url, AUTH_PUBLIC_URL: authUrl };
      return (running[app] = await Replica.start({ app, env, listsModules: true }));
    };
    const { url } = await start('auth-server', database.urls.auth, 'https://auth.example');
    await start('resource-api', database.urls.api, url);
    await start('webhook-worker', database.urls.worker, url);
  });
  afterAll(async () => {
    await Promise.all(Object.values(running).map((replica) => replica.stop()));
    await database.drop();
  });

  it.each(Object.entries(unneeded) as [App, string[]][])(
    '%s has not loaded what it does not need',
    async (app, names) => {
      const loaded = packagesOf(await running[app]!.modules());
      expect(loaded).toContain('fastify'); // it does see what is loaded
      expect(names.filter((name) => loaded.has(name))).toEqual([]);
    },
  );

  it.each(Object.keys(unneeded) as App[])(
    "%s has loaded TypeORM's driver for Postgres alone",
    async (app) => {
      const files = await running[app]!.modules();
      const names = files.flatMap((file) => /typeorm\/driver\/.+\/(\w+Driver)\.js$/.exec(file)?.[1] ?? []);
      expect(names).toEqual(['PostgresDriver']);
    },
  );

  it.each(Object.keys(unneeded) as App[])("%s has loaded zod's messages in English alone", async (app) => {
    const files = await running[app]!.modules();
    const languages = files.flatMap((file) => /zod\/v4\/locales\/(\w+)\.cjs$/.exec(file)?.[1] ?? []);
    expect(languages).toEqual(['en']);
  });

  it('webhook-worker has loaded no queue in Postgres', async () => {
    const files = await running['webhook-worker']!.modules();
    expect(files.some((file) => /bullmq\/dist\/cjs\/scripts\//.test(file))).toBe(true); // it does see what is loaded
    expect(files.filter((file) => /bullmq\/dist\/cjs\/postgres\//.test(file))).toEqual([]);
  });
});
