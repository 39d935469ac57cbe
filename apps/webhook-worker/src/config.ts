import { loadConfig, serverSettings, setting } from '@app/kernel';
import { paymentSettings } from '@app/onboarding';
import { z } from 'zod';

export const settings = serverSettings.extend({
  PORT: setting.port.default(4002).describe('Health, metrics and queue board; not for the public.'),
  DATABASE_WAIT_MS: setting.databaseWaitMs,
  SECRETS_KEY: setting.sealingKey.describe(
    'Opens webhook secrets: 32 bytes in base64, as in the resource API.',
  ),
  WEBHOOK_ALLOWED_HOSTS: setting.list
    .default([])
    .describe('Hosts that webhooks may reach although the address rules refuse them; for development.'),
  WEBHOOK_EGRESS_PROXY: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Proxy for deliveries. It resolves names, so it must refuse internal addresses itself.'),
  WEBHOOK_SIGNATURE_HEADERS: setting.list
    .default(['X-Webhook-Signature'])
    .describe('Headers that carry the t=,v1= signature.'),
  WEBHOOK_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(2000)
    .default(200)
    .describe('Mailboxes at once in each lane.'),
  WEBHOOK_PORTAL_RATE: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('Deliveries a second for one portal.'),
  WEBHOOK_HOST_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe('Deliveries in flight to one host.'),
  SLOW_LANE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('Postgres connections of the slow lane.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Where mails are handed in; without it they wait in Postgres.'),
  MAIL_FROM: z
    .string()
    .default('Learning Platform <no-reply@learning.localhost>')
    .describe('Sender of mails.'),
  ...paymentSettings,
  QUEUE_BOARD_PASSWORD: z
    .string()
    .min(12)
    .optional()
    .describe('Opens the queue board (any user name); without it the board answers on loopback only.'),
  QUEUE_BOARD_HOSTS: setting.list
    .default(['localhost', '127.0.0.1', '[::1]'])
    .describe('Names under which the queue board is opened, without ports; under any other it refuses.'),
});
export type Settings = z.output<typeof settings>;

/** @throws ConfigError naming every missing or bad variable. */
export const loadSettings = (env: Record<string, string | undefined>): Settings => loadConfig(settings, env);
