import { listSchema, WireTime } from '@app/contracts';
import { deliveryErrors, statusClasses } from '@app/webhooks';
import { z } from 'zod';

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>);
const latency = (share: string) =>
  z
    .int()
    .nullable()
    .describe(`The milliseconds within which ${share} of the answers began; null without one.`);

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
    example: {
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
    },
  });
export type DeliveryStatistics = z.output<typeof DeliveryStatistics>;

export const DeliveryStatisticsPage = listSchema(DeliveryStatistics, 'DeliveryStatisticsPage');
export type DeliveryStatisticsPage = z.output<typeof DeliveryStatisticsPage>;
