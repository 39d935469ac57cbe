import {
  listSchema,
  LookupId,
  many,
  readSeries,
  SeriesParameters,
  WireTime,
  type Series,
} from '@app/contracts';
import { limits } from '@app/limits';
import { deliveryErrors, statusClasses } from '@app/webhooks';
import { z } from 'zod';

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>);
const latency = (share: string) =>
  z
    .int()
    .nullable()
    .describe(`The milliseconds within which ${share} of the answers began; null without one.`);

const deliveryStatisticsExample = {
  time: '2026-01-31T06:00:00+00:00',
  delivered: 41,
  failed: 0,
  attempts: 44,
  status_classes: { '2xx': 41, '3xx': 0, '4xx': 0, '5xx': 2, none: 1 },
  errors: {
    address_refused: 0,
    connection_failed: 0,
    tls_failed: 0,
    timeout: 1,
    invalid_response: 0,
    payload_unreadable: 0,
    secret_unreadable: 0,
  },
  p50_ms: 38,
  p95_ms: 140,
};

/** The results of a webhook's deliveries in one hour, or on one day. */
export const DeliveryStatistics = z
  .object({
    time: WireTime.describe('When the hour or the day begins.'),
    delivered: z.int().describe('Deliveries that were delivered in this time.'),
    failed: z.int().describe('Deliveries that were given up in this time.'),
    attempts: z.int().describe('Requests, probes included.'),
    status_classes: counts(statusClasses)
      .meta({ id: 'DeliveryStatusClasses' })
      .describe('The attempts by their status; `none`: there was no answer.'),
    errors: counts(deliveryErrors)
      .meta({ id: 'DeliveryErrorCounts' })
      .describe('The attempts without a status, by `error`.'),
    p50_ms: latency('half'),
    p95_ms: latency('95 %'),
  })
  .meta({
    id: 'DeliveryStatistics',
    example: deliveryStatisticsExample,
  });
export type DeliveryStatistics = z.output<typeof DeliveryStatistics>;

export const DeliveryStatisticsPage = listSchema(DeliveryStatistics, 'DeliveryStatisticsPage');

const WebhookStatistics = z
  .object({ webhook_id: z.int(), series: z.array(DeliveryStatistics) })
  .meta({ id: 'WebhookStatistics', example: { webhook_id: 3, series: [deliveryStatisticsExample] } });

/** One series for each webhook. */
export const WebhookStatisticsPage = listSchema(WebhookStatistics, 'WebhookStatisticsPage');

const MAX_WEBHOOK_IDS = 50;

export const ListWebhookStatisticsQuery = SeriesParameters.safeExtend({
  webhook_id: many(LookupId, MAX_WEBHOOK_IDS)
    .optional()
    .describe(
      'Only these webhooks; repeat the parameter for several. Ids that the portal does not have match nothing.',
    ),
  to: SeriesParameters.shape.to.describe(
    `Unix seconds: a time in the last bucket, at most 31 days later by the hour, 400 by the day. All webhooks together have at most ${limits.webhook_buckets.most.toLocaleString('en')} buckets.`,
  ),
}).transform((query, context) => ({
  webhookIds: query.webhook_id,
  series: readSeries(query, context),
}));
export interface ListWebhookStatisticsQuery {
  /** None: all webhooks of the portal. */
  webhookIds: number[] | undefined;
  series: Series;
}
