import { Flag, listSchema, Text, webhookFlags, WireTime, withAdvice, type WebhookFlag } from '@app/contracts';
import { mailboxStates } from '@app/webhooks';
import { z } from 'zod';

const flags = <T extends z.ZodType>(schema: T) =>
  Object.fromEntries(webhookFlags.map((flag) => [flag, schema])) as Record<WebhookFlag, T>;

const webhookFields = {
  id: z.int(),
  url: z.string(),
  enabled: z.boolean(),
  ...flags(z.boolean()),
  state: z
    .enum(mailboxStates)
    .meta({ id: 'WebhookState' })
    .describe(
      '`parked`: after five failures in a row it is only probed; `paused`: by an operator of the service.',
    ),
  secret_key_set: z.boolean().describe('false: deliveries are not signed.'),
  insecure: z.boolean().describe('The address is http, not https.'),
  last_success_time: WireTime.nullable(),
  last_test_success_time: WireTime.nullable().describe(
    'When its receiver last accepted a test of the last 31 days: a test is no success of the webhook.',
  ),
  failing_since: WireTime.nullable(),
  failures_in_row: z.int(),
  next_try_time: WireTime.nullable(),
  waiting_count: z.int().describe('Deliveries that wait to be sent, counted to 10,000.'),
  oldest_waiting_time: WireTime.nullable().describe('When the oldest of them was queued.'),
  created_time: WireTime,
  updated_time: WireTime,
};

const webhookExample = {
  id: 3,
  url: 'https://partner.example/hooks/learning',
  enabled: true,
  ...Object.fromEntries(webhookFlags.map((flag) => [flag, flag.startsWith('enrollment')])),
  state: 'open' as const,
  secret_key_set: true,
  insecure: false,
  last_success_time: '2026-01-31T06:29:13+00:00',
  last_test_success_time: '2026-01-15T09:02:41+00:00',
  failing_since: null,
  failures_in_row: 0,
  next_try_time: null,
  waiting_count: 0,
  oldest_waiting_time: null,
  created_time: '2026-01-15T09:00:00+00:00',
  updated_time: '2026-01-15T09:00:00+00:00',
};

export const Webhook = z.object(webhookFields).meta({ id: 'Webhook', example: webhookExample });
export type Webhook = z.output<typeof Webhook>;

export const WebhookPage = listSchema(Webhook, 'WebhookPage');
export type WebhookPage = z.output<typeof WebhookPage>;

/** The only response that contains a generated secret. */
export const WebhookWithSecret = z
  .object({
    ...webhookFields,
    secret_key: z.string().optional().describe('Present if it was generated; it is never shown again.'),
  })
  .meta({
    id: 'WebhookWithSecret',
    example: { ...webhookExample, secret_key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

const Url = Text.min(1).describe('http or https; must be reachable from the public internet.');
const Secret = z.string().regex(/^[\x20-\x7e]{8,64}$/, 'must have 8 to 64 printable ASCII characters');
const SecretKey = z
  .union([Secret, z.literal('')])
  .describe('8 to 64 printable ASCII characters; empty: deliveries are not signed.');

export const CreateWebhookBody = withAdvice(
  z
    .object({
      url: Url,
      enabled: Flag.default(true),
      ...flags(Flag.default(false)),
      secret_key: SecretKey.optional().describe('If absent, one is generated and shown in this answer only.'),
    })
    .meta({
      id: 'CreateWebhookBody',
      example: {
        url: 'https://partner.example/hooks/learning',
        enrollment_create: true,
        enrollment_update: true,
      },
    }),
  (sent) => {
    const body = sent as Record<string, unknown>;
    const isSubscribed = webhookFlags.some((flag) => Flag.safeParse(body[flag]).data === true);
    return isSubscribed || body['url'] === undefined
      ? undefined
      : 'The webhook gets no events, because no event flag is true';
  },
);
export type CreateWebhookBody = z.output<typeof CreateWebhookBody>;

export const UpdateWebhookBody = z
  .object({
    url: Url.optional(),
    enabled: Flag.optional(),
    ...flags(Flag.optional()),
    secret_key: SecretKey.optional().describe('Replaces the secret immediately, without an overlap.'),
  })
  .meta({ id: 'UpdateWebhookBody', example: { user_create: true, enabled: true } });
export type UpdateWebhookBody = z.output<typeof UpdateWebhookBody>;

const MAX_OVERLAP_SECONDS = 604_800;
export const RotateSecretBody = z
  .object({
    secret_key: Secret.optional().describe('If absent, one is generated and shown in this answer only.'),
    overlap_seconds: z
      .preprocess(
        (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
        z.int().min(0).max(MAX_OVERLAP_SECONDS),
      )
      .default(86_400)
      .describe('How long deliveries carry signatures by both secrets.'),
  })
  .meta({ id: 'RotateSecretBody', example: { overlap_seconds: 86400 } });
export type RotateSecretBody = z.output<typeof RotateSecretBody>;
