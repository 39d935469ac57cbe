import { randomBytes } from 'node:crypto';
import { testRedis } from '@app/testing';
import { settings, type Settings } from '../src/config.js';

/** Settings of a worker in a test: the defaults, with what this run provides. */
export const workerSettings = (databaseUrl: string, overrides: Partial<Settings> = {}): Settings => ({
  ...settings.parse({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    METRICS_PORT: 0,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: 10,
    ...testRedis(),
    AUTH_PUBLIC_URL: 'https://auth.example',
    API_PUBLIC_URL: 'https://api.example',
    PORTAL_DOMAIN: 'learning.example',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] === undefined ? 'silent' : 'info',
    OTEL_TRACES_SAMPLER_ARG: 1,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1',
    WEBHOOK_PORTAL_RATE: 10_000,
    MAIL_FROM: 'tests@learning.localhost',
  }),
  ...overrides,
});
