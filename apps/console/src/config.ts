import { limitSettings } from '@app/http';
import { loadConfig, serverSettings, setting, type Environment } from '@app/kernel';
import { z } from 'zod';

export const settings = serverSettings
  .omit({
    REDIS_URL: true,
    REDIS_PREFIX: true,
    REDIS_SENTINELS: true,
    REDIS_SENTINEL_PASSWORD: true,
    PORTAL_DOMAIN: true,
  })
  .extend({
    PORT: setting.port.default(4004),
    DATABASE_WAIT_MS: setting.databaseWaitMs,
    CONSOLE_PUBLIC_URL: setting.publicUrl.describe(
      'Public address of this server: a separate origin, which neither the API nor the login pages may share.',
    ),
    AUTH_URL: setting.baseUrl
      .optional()
      .describe('Where this server reaches the authorization server; by default AUTH_PUBLIC_URL.'),
    API_URL: setting.baseUrl
      .optional()
      .describe('Where this server reaches the resource API; by default API_PUBLIC_URL.'),
    CONSOLE_CLIENT_ID: z.string().min(1).default('console').describe('The client with which people sign in.'),
    CONSOLE_CLIENT_SECRET: z.string().min(1).describe('Its secret.').meta({ secret: true }),
    SECRETS_KEY: setting.sealingKey.describe('Seals the tokens of sessions: 32 bytes in base64.'),
    OTHER_SECRETS_KEYS: setting.otherSealingKeys,
    RATE_LIMITS: setting.switch
      .default(true)
      .describe(
        'Whether requests are limited: 6,000 a minute for a network, 300 for a person, 60 sign-ins for a network.',
      ),
    ...limitSettings,
  });

/** Settings of the console. */
export type Settings = z.output<typeof settings>;

/** @throws ConfigError naming every missing or bad variable. */
export const loadSettings = (env: Environment): Settings => loadConfig(settings, env, { strict: true });
