import { passwordSettings } from '@app/credentials';
import { limitSettings } from '@app/http';
import { loadConfig, serverSettings, setting, type Environment } from '@app/kernel';
import { z } from 'zod';

export const settings = serverSettings.extend({
  PORT: setting.port.default(4000),
  DATABASE_WAIT_MS: setting.databaseWaitMs,
  INTERNAL_PORT: setting.port
    .default(4010)
    .describe('For the resource API only; must not be reachable from outside.'),
  SECRETS_KEY: setting.sealingKey.describe(
    'Seals signing keys: 32 bytes in base64; the same on all servers.',
  ),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  SIGNING_ALG: z.enum(['ES256', 'RS256']).default('ES256').describe('Algorithm of new signing keys.'),
  RATE_LIMITS: setting.switch
    .default(true)
    .describe('Whether requests are limited, per client and per network.'),
  TOKEN_REQUESTS_PER_MINUTE: setting.count.default(120),
  API_REQUESTS_PER_MINUTE: setting.count
    .default(3000)
    .describe('Requests with a token, per client and portal.'),
  PUBLIC_REQUESTS_PER_MINUTE: setting.count
    .default(6000)
    .describe('Requests without an Authorization header, per network (/24 or /64): a school may be one.'),
  ...passwordSettings,
  ...limitSettings,
  HTTP_REDIRECT_HOSTS: setting.list
    .default([])
    .describe('Hosts, in addition to loopback, that a redirect_uri may use with http.'),
  PORTAL_ORIGIN: setting.portalOrigin.describe(
    'Where this server answers for portals; {portal} is the portal’s host name.',
  ),
  PORTAL_FRONT_END: z
    .string()
    .regex(/^https?:\/\/[^\s]*\{path\}$/, 'must look like https://{portal}{path}')
    .optional()
    .describe('Front end of portals that a login link continues to; without it a plain page is shown.'),
});

export type Settings = z.output<typeof settings>;

/** @throws ConfigError naming every missing or bad variable. */
export const loadSettings = (env: Environment): Settings => loadConfig(settings, env, { strict: true });
