import {
  eventTypes,
  Flag,
  inAnyCase,
  listed,
  listFrom,
  listSchema,
  NextCursor,
  paging,
  Text,
  UnixSeconds,
  WireTime,
} from '@app/contracts';
import { deliveryErrors, deliveryHeaders, deliveryStates, tlsReasons } from '@app/webhooks';
import { z } from 'zod';

const DeliveryStateName = z.enum(deliveryStates).meta({ id: 'DeliveryState' });

const deliveryFields = {
  id: z.int(),
  event_id: z.string(),
  type: z.string(),
  sequence: z.int().nullable().describe('null in test deliveries.'),
  state: DeliveryStateName.describe(
    '`failed`: after ten tries; `dropped`: the webhook was disabled. Both can be redelivered.',
  ),
  tries: z.int(),
  next_try_time: WireTime.nullable(),
  created_time: WireTime,
  delivered_time: WireTime.nullable(),
  attempts: z
    .array(
      z
        .object({
          number: z.int(),
          time: WireTime.describe('When the attempt ended, `duration_ms` after it began.'),
          duration_ms: z.int().describe('How long it took, in milliseconds.'),
          status: z.int().nullable(),
          error: z
            .string()
            .nullable()
            .describe(
              '`address_refused`, `connection_failed`, `tls_failed`, `timeout` or `invalid_response`; `payload_unreadable` or `secret_unreadable` if nothing was sent because of a fault in the service.',
            ),
          error_reason: z
            .string()
            .nullable()
            .describe(
              `What to fix. With \`tls_failed\`: ${tlsReasons.map((reason) => `\`${reason}\``).join(', ')}, or null for other faults of TLS; with a redirect, which is not followed, the host of its \`Location\`; otherwise null.`,
            ),
          response: z.string().nullable().describe('The beginning of the response, at most 1 KiB.'),
          probe: z
            .boolean()
            .describe('Whether the attempt only probed whether a parked webhook answers again.'),
        })
        .meta({ id: 'DeliveryAttempt' }),
    )
    .describe('The last ten, or in the detail of a delivery the last hundred.'),
};

const deliveryExample = {
  id: 4711,
  event_id: 'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234',
  type: 'user.create',
  sequence: 4711,
  state: 'waiting' as const,
  tries: 1,
  next_try_time: '2026-01-31T06:29:18+00:00',
  created_time: '2026-01-31T06:29:13+00:00',
  delivered_time: null,
  attempts: [
    {
      number: 1,
      time: '2026-01-31T06:29:13+00:00',
      duration_ms: 41,
      status: 500,
      error: null,
      error_reason: null,
      response: 'Oops',
      probe: false,
    },
  ],
};

export const Delivery = z.object(deliveryFields).meta({ id: 'Delivery', example: deliveryExample });
export type Delivery = z.output<typeof Delivery>;

/** A delivery in the list of all webhooks. */
export const PortalDelivery = z
  .object({ webhook_id: z.int(), ...deliveryFields })
  .meta({ id: 'PortalDelivery', example: { webhook_id: 3, ...deliveryExample } });

export const DeliveryWithBody = z
  .object({
    ...deliveryFields,
    headers: z
      .record(z.string(), z.string())
      .describe(
        'As sent, without those that differ by attempt: `webhook-timestamp`, the signatures and `traceparent`.',
      ),
    body: z.string().nullable().describe('The sent body, byte for byte.'),
  })
  .meta({
    id: 'DeliveryWithBody',
    example: {
      ...deliveryExample,
      headers: deliveryHeaders(deliveryExample.event_id),
      body: '{"id":"evt_0d4b...","data":{}}',
    },
  });
export type DeliveryWithBody = z.output<typeof DeliveryWithBody>;

export const DeliveryPage = listSchema(Delivery, 'DeliveryPage', { next_cursor: NextCursor });
export type DeliveryPage = z.output<typeof DeliveryPage>;

export const PortalDeliveryPage = listSchema(PortalDelivery, 'PortalDeliveryPage', {
  next_cursor: NextCursor,
});
export type PortalDeliveryPage = z.output<typeof PortalDeliveryPage>;

/** A position in the list: the preceding sequence, and for test deliveries their id. */
export interface DeliveryCursor {
  sequence: number;
  test: number;
}

/** `next_cursor` after `page`; after a page without hits (`limit=0`), the position where it began. */
export function createNextCursor(
  page: readonly { position: number; test: number }[],
  start: DeliveryCursor | null | undefined,
): string {
  const last = page.at(-1);
  const after = last ? { sequence: last.position, test: last.test } : start;
  return after ? Buffer.from(`${after.sequence}.${after.test}`).toString('base64url') : '*';
}

const Cursor = z.string().transform((text, context): DeliveryCursor | null => {
  if (text === '*') return null;
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  if (match) return { sequence: Number(match[1]), test: Number(match[2]) };
  context.addIssue({ code: 'custom', message: 'is not a cursor returned by this list' });
  return z.NEVER;
});

/** The cursor of the list of all webhooks, from the position in the list of each. */
export const encodePortalCursor = (positions: readonly (readonly [number, DeliveryCursor])[]): string =>
  Buffer.from(
    positions.map(([webhookId, { sequence, test }]) => [webhookId, sequence, test].join('.')).join('-'),
  ).toString('base64url');

const PortalCursor = z
  .string()
  .max(4_000)
  .transform((text, context): ReadonlyMap<number, DeliveryCursor> => {
    if (text === '*') return new Map();
    const positions = Buffer.from(text, 'base64url').toString().split('-');
    if (positions.every((position) => /^\d{1,10}\.\d{1,15}\.\d{1,15}$/.test(position)))
      return new Map(
        positions.map((position) => {
          const [webhookId, sequence, test] = position.split('.').map(Number) as [number, number, number];
          return [webhookId, { sequence, test }];
        }),
      );
    context.addIssue({ code: 'custom', message: 'is not a cursor returned by this list' });
    return z.NEVER;
  });

/** The lowest and the highest status. A status over 599 counts as a server error (RFC 9110 15). */
const StatusFilter = z
  .string()
  .regex(/^(?:[2-5]xx|[1-9]\d\d)$/i, 'must be a class such as 5xx, or a status such as 503')
  .transform((text): [least: number, most: number] => {
    const least = Number(text.toLowerCase().replace('xx', '00'));
    if (/^\d+$/.test(text)) return [least, least];
    return [least, least === 500 ? 999 : least + 99];
  });

export const ListDeliveriesQuery = z.object({
  limit: paging().limit,
  cursor: Cursor.optional().describe('The `next_cursor` of the previous page.'),
  state: inAnyCase(z.enum(deliveryStates)).optional().describe('Only deliveries in this state.'),
  status: StatusFilter.optional().describe(
    'A class of statuses such as `5xx`, or one status; of the last attempt.',
  ),
  error: inAnyCase(z.enum(deliveryErrors)).optional().describe('What the last attempt failed with.'),
  event_id: z
    .string()
    .regex(/^evt_[0-9a-f]{32}$/, 'must be evt_ and 32 hexadecimal digits')
    .optional()
    .describe('The delivery of one event.'),
  type: listed(Text, [...eventTypes, 'webhook.test'])
    .optional()
    .describe('An event type, or `webhook.test`.'),
  from: UnixSeconds.optional().describe('Queued at or after this time.'),
  to: UnixSeconds.optional().describe('Queued at or before this time.'),
});
export type ListDeliveriesQuery = z.output<typeof ListDeliveriesQuery>;

export const ListPortalDeliveriesQuery = ListDeliveriesQuery.extend({
  cursor: PortalCursor.optional().describe('The `next_cursor` of the previous page.'),
});
export type ListPortalDeliveriesQuery = z.output<typeof ListPortalDeliveriesQuery>;

/** Wider than other ids: test deliveries begin at 9,000,000,000,000. Out of range counts as unknown: 0. */
export const DeliveryId = z.preprocess((value) => {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Math.max(0, Number(value)) : 0;
}, z.int());

const isNotEmpty = ({ length }: readonly unknown[]): boolean => length > 0;
const MUST_NOT_BE_EMPTY = 'must not be empty';
const MAX_REPLAY_SECONDS = 30 * 86_400;
export const ReplayBody = z
  .object({
    from: UnixSeconds.describe('Of events that were fired at or after this time.'),
    to: UnixSeconds.describe('Of events that were fired at or before this time.'),
    states: listFrom(inAnyCase(z.enum(deliveryStates).exclude(['waiting'])), 10)
      .refine(isNotEmpty, MUST_NOT_BE_EMPTY)
      .optional()
      .describe('Only deliveries in these states.'),
    types: listFrom(inAnyCase(z.enum(eventTypes)), 50)
      .refine(isNotEmpty, MUST_NOT_BE_EMPTY)
      .optional()
      .describe('Only events of these types.'),
    dry_run: Flag.default(false).describe('Only counts the deliveries that would be sent again.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to }) => to - from <= MAX_REPLAY_SECONDS, {
    path: ['from'],
    message: 'must be at most 30 days before to',
  })
  .meta({ id: 'ReplayBody', example: { from: 1769840000, to: 1769843600, states: ['failed', 'dropped'] } });
export type ReplayBody = z.output<typeof ReplayBody>;

export const ReplayAnswer = z
  .object({ count: z.int().describe('The number of deliveries that will be sent again, or would be.') })
  .meta({ id: 'ReplayAnswer', example: { count: 42 } });
export type ReplayAnswer = z.output<typeof ReplayAnswer>;
