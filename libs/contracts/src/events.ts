/** Event types as in webhook bodies: `enrolment` with one l, because receivers match on that. */
export const eventTypes = [
  'enrolment.create',
  'enrolment.update',
  'enrolment.delete',
  'lo.create',
  'lo.update',
  'lo.delete',
  'user.create',
  'user.update',
  'user.delete',
  'content.update',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The subscription flags of a webhook (specification, Events). */
export const webhookFlags = [
  'enrollment_create',
  'enrollment_update',
  'enrollment_delete',
  'lo_create',
  'lo_update',
  'lo_delete',
  'user_create',
  'user_update',
  'user_delete',
  'content_update',
] as const;
export type WebhookFlag = (typeof webhookFlags)[number];

/** The event type that a subscription flag selects. */
export const toEventType = (flag: WebhookFlag): EventType =>
  flag.replace('enrollment', 'enrolment').replace('_', '.') as EventType;

/** `fired_at` of a webhook body: `YYYY-MM-DDTHH:MM:SS+0000`, without the colon of other times. */
export const eventTime = (time: Date): string => `${time.toISOString().slice(0, 19)}+0000`;

/** Type of the event that a partner triggers to test a receiver. */
export const TEST_EVENT_TYPE = 'webhook.test';
