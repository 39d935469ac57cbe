import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

export type Schemas = components['schemas'];

export type ConsoleWebhook = Schemas['Webhook'];
export type NewWebhook = Schemas['CreateWebhookBody'];
export type WebhookChange = Schemas['UpdateWebhookBody'];
export type ConsoleDelivery = Schemas['Delivery'];
export type ConsoleDeliveryDetail = Schemas['DeliveryWithBody'] & { headers: Record<string, string> };
export type WebhookHour = Schemas['DeliveryStatistics'];
export type ReplayBody = Schemas['ReplayBody'];
export type ReplayedState = NonNullable<ReplayBody['states']>[number];
export type ReplayedType = NonNullable<ReplayBody['types']>[number];
export type ConsoleAttempt = Schemas['DeliveryAttempt'];

/** The subscription flags, by object of the events. */
export const flagGroups = {
  enrollment: ['enrollment_create', 'enrollment_update', 'enrollment_delete'],
  user: ['user_create', 'user_update', 'user_delete'],
  lo: ['lo_create', 'lo_update', 'lo_delete', 'content_update'],
} as const;
export type FlagGroup = keyof typeof flagGroups;
export type ConsoleFlag = (typeof flagGroups)[FlagGroup][number];
export const flagGroupNames = Object.keys(flagGroups) as FlagGroup[];

/** The event type that a flag subscribes to, as in bodies: `enrolment` with one l. */
export const flagEventType = (flag: ConsoleFlag): string =>
  flag.replace('enrollment', 'enrolment').replace('_', '.');

/** Each subscription of a webhook as an event type. */
export const listEventTypes = (webhook: Pick<ConsoleWebhook, ConsoleFlag>): string[] =>
  flagGroupNames
    .flatMap((group): readonly ConsoleFlag[] => flagGroups[group])
    .filter((flag) => webhook[flag])
    .map(flagEventType);

export const deliveryStateNames = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStateName = (typeof deliveryStateNames)[number];
/** States that can be replayed; waiting deliveries are sent anyway. */
export const replayedStates: readonly ReplayedState[] = ['delivered', 'failed', 'dropped'];
export const statusClassNames = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export const deliveryErrorNames = [
  'address_refused',
  'connection_failed',
  'tls_failed',
  'timeout',
  'invalid_response',
  'payload_unreadable',
  'secret_unreadable',
] as const;
/** Reasons of `tls_failed` that have their own advice. */
export const tlsReasonNames = ['expired', 'self_signed', 'host_mismatch', 'incomplete_chain'] as const;
export type DeliveryErrorName = (typeof deliveryErrorNames)[number];
