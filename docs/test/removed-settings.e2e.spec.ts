import { MAX_REPLICA_LAG_SECONDS } from '@app/database';
import { MAX_OAUTH_BODY_BYTES, REQUEST_LIMITS } from '@app/http';
import { nearestSetting, REMOVED_SETTINGS } from '@app/kernel';
import { OPENSEARCH_TIMING } from '@app/opensearch';
import { SIGNING_KEY_DAYS } from '@app/signing-keys';
import { createTestDatabase, ServerProcess, testRedis, type TestDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { settings as authServer } from '../../apps/auth-server/src/config.js';
import { settings as resourceApi } from '../../apps/resource-api/src/config.js';
import { LAUNCH_TOKEN_DAYS } from '../../apps/resource-api/src/learning-objects/scorm/launch-token.js';
import { settings as webhookWorker } from '../../apps/webhook-worker/src/config.js';
import { DEFAULT_TIMING } from '../../apps/webhook-worker/src/timing.js';

describe('the settings that were removed', () => {
  const constants: Record<string, number> = {
    ...REQUEST_LIMITS,
    MAX_OAUTH_BODY_BYTES,
    SLOW_LANE_POOL_SIZE: DEFAULT_TIMING.slowLanePoolSize,
    WEBHOOK_CONCURRENCY: DEFAULT_TIMING.webhookConcurrency,
    OPENSEARCH_TIMEOUT_MS: OPENSEARCH_TIMING.timeoutMs,
    OPENSEARCH_MAX_LAG_SECONDS: OPENSEARCH_TIMING.maxLagMs / 1_000,
    DATABASE_REPLICA_LAG_SECONDS: MAX_REPLICA_LAG_SECONDS,
    LAUNCH_TOKEN_DAYS,
    SIGNING_KEY_DAYS,
  };

  it('have the value that the warning names', () => {
    const named = Object.entries(REMOVED_SETTINGS)
      .map(([name, instead]) => [name, Number(/^it is always (\d+)$/.exec(instead)?.[1])] as const)
      .filter(([, value]) => !Number.isNaN(value));
    expect(Object.fromEntries(named)).toEqual(constants);
  });

  it.each([
    ['auth-server', authServer],
    ['resource-api', resourceApi],
    ['webhook-worker', webhookWorker],
  ])(
    'do not prevent the %s from starting: none is a setting, or almost has the name of one',
    (_, { shape }) => {
      const names = Object.keys(shape);
      const removed = Object.keys(REMOVED_SETTINGS);
      expect(removed.filter((name) => names.includes(name) || nearestSetting(name, names))).toEqual([]);
    },
  );
});

describe('a removed setting that is still set', () => {
  let database: TestDatabase;
  const running: ServerProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(running.map((replica) => replica.stop()));
    await database.drop();
  });
  const env = {
    ...testRedis(),
    NODE_ENV: 'test',
    AUTH_PUBLIC_URL: 'https://auth.test',
    API_PUBLIC_URL: 'https://api.test',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };

  it('make each server log one warning with the name and its replacement', async () => {
    const log: string[] = [];
    const start = async (app: 'auth-server' | 'resource-api' | 'webhook-worker', url: string, more = {}) => {
      const settings = { ...env, ...more, DATABASE_URL: url, SIGNING_KEY_DAYS: '30' };
      const replica = await ServerProcess.start({ app, env: settings, log: (line) => void log.push(line) });
      running.push(replica);
      return replica;
    };
    const { auth, api, worker } = database.urls;
    const server = await start('auth-server', auth);
    await start('resource-api', api, { JWKS_URL: `${server.url}/.well-known/jwks.json` });
    await start('webhook-worker', worker);
    const warnings = log
      .map((line) => JSON.parse(line) as { name: string; level: number; msg: string })
      .filter(({ msg }) => msg.includes('no setting any more'));
    const msg = 'SIGNING_KEY_DAYS is no setting any more: it is always 90';
    expect(warnings).toEqual(
      ['auth-server', 'resource-api', 'webhook-worker'].map((name) =>
        expect.objectContaining({ name, level: 'warn', msg }),
      ),
    );
  });
});
