import { loadConfig, serverSettings, setting } from '@app/kernel';
import { z } from 'zod';

const schema = serverSettings.extend({
  PORT: setting.port.default(4001),
  JWKS_URL: z
    .url()
    .optional()
    .describe('Where the key set is fetched; the authorization server’s public address unless told.'),
  SECRETS_KEY: setting.sealingKey.describe('Seals webhook secrets at rest: 32 bytes in base64.'),
  WEBHOOK_ALLOWED_HOSTS: setting.list
    .default([])
    .describe('Hosts that webhooks may reach although the address rules refuse them; for development.'),
  LOGIN_LINK_ORIGIN: z
    .string()
    .default('https://{portal}')
    .describe('Address of a portal’s pages; {portal} stands for its host name.'),
  RATE_LIMITS: setting.switch.default(true),
});
export type ResourceApiConfig = z.output<typeof schema>;

/** @throws ConfigError naming every missing or bad variable. */
export const readConfig = (env: Record<string, string | undefined>): ResourceApiConfig =>
  loadConfig(schema, env);
