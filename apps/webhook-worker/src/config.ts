import { searchEngineSettings } from '@app/catalogue';
import { loadConfig, serverSettings, setting, type Environment } from '@app/kernel';
import { paymentSettings } from '@app/onboarding';
import { z } from 'zod';

export const settings = serverSettings.extend({
  PORT: setting.port.default(4002).describe('Health and queue board; not for the public.'),
  DATABASE_WAIT_MS: setting.databaseWaitMs,
  SECRETS_KEY: setting.sealingKey.describe(
    'Opens webhook secrets: 32 bytes in base64, as in the resource API.',
  ),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  WEBHOOK_ALLOWED_HOSTS: setting.list
    .default([])
    .describe('Hosts that webhooks may reach despite the address rules; for development.'),
  WEBHOOK_EGRESS_PROXY: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Proxy for deliveries. It resolves names, so it must refuse internal addresses itself.')
    .meta({ secret: true }),
  WEBHOOK_SIGNATURE_HEADERS: setting.list
    .default(['X-Webhook-Signature'])
    .describe('Headers that carry the t=,v1= signature.'),
  WEBHOOK_PORTAL_RATE: setting.count.default(200).describe('Most deliveries a second for one portal.'),
  WEBHOOK_HOST_CONCURRENCY: setting.count.default(50).describe('Most deliveries in flight to one host.'),
  MAX_EVENTS_BYTES: setting.count
    .min(1_048_576)
    .default(67_108_864)
    .describe('Most bytes of events that are read ahead of their deliveries.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server; without it mails wait in Postgres.')
    .meta({ secret: true }),
  MAIL_FROM: z
    .string()
    .default('Learning Platform <no-reply@learning.localhost>')
    .describe('Sender of mails.'),
  ...paymentSettings,
  ...searchEngineSettings,
  QUEUE_BOARD_PASSWORD: z
    .string()
    .min(12)
    .optional()
    .describe('For the queue board, with any user name; without it the board answers on loopback only.')
    .meta({ secret: true }),
  QUEUE_BOARD_HOSTS: setting.list
    .default(['localhost', '127.0.0.1', '[::1]'])
    .describe('Host names, without ports, at which the queue board answers; it refuses at any other.'),
});
export type Settings = z.output<typeof settings>;

/** @throws ConfigError naming every missing or bad variable. */
export const loadSettings = (env: Environment): Settings => loadConfig(settings, env, { strict: true });
