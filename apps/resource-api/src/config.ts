import { searchEngineSettings } from '@app/catalogue';
import { passwordSettings } from '@app/credentials';
import { limitSettings } from '@app/http';
import { loadConfig, serverSettings, setting, type Environment } from '@app/kernel';
import { paymentSettings } from '@app/onboarding';
import { z } from 'zod';

export const settings = serverSettings.extend({
  PORT: setting.port.default(4001),
  DATABASE_WAIT_MS: setting.databaseWaitMs,
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A streaming standby of that Postgres, with the same role, for exports and statistics.')
    .meta({ secret: true }),
  JWKS_URL: z
    .url()
    .optional()
    .describe('Where to fetch the key set; by default the authorization server’s public address.'),
  SECRETS_KEY: setting.sealingKey.describe('Seals webhook secrets at rest: 32 bytes in base64.'),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  WEBHOOK_ALLOWED_HOSTS: setting.list
    .default([])
    .describe('Hosts that webhooks may reach despite the address rules; for development.'),
  AUTH_INTERNAL_URL: setting.baseUrl
    .default('http://127.0.0.1:4010')
    .describe('The internal listener of the authorization server (its INTERNAL_PORT).'),
  ...paymentSettings,
  ...searchEngineSettings,
  ...passwordSettings,
  ...limitSettings,
  PORTAL_ORIGIN: setting.portalOrigin.describe('Where login links lead; {portal} is the portal’s host name.'),
  RATE_LIMITS: setting.switch
    .default(true)
    .describe('Whether requests are limited, per client and portal and per network.'),
  API_REQUESTS_PER_MINUTE: setting.count.default(3_000),
  PUBLIC_REQUESTS_PER_MINUTE: setting.count
    .default(6_000)
    .describe(
      'Requests without an Authorization header (previews, SCORM packages, images), per network (/24 or /64): a school may be one.',
    ),
});
export type Settings = z.output<typeof settings>;

/** @throws ConfigError naming every missing or bad variable. */
export const loadSettings = (env: Environment): Settings => loadConfig(settings, env, { strict: true });
