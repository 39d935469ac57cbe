export { changeWebhook, type WebhookChange } from './change-webhook.js';
export {
  addDeliveryCounts,
  countAttempt,
  deliveryErrors,
  estimateLatencyMs,
  noDeliveryCounts,
  statusClasses,
  tlsReasons,
  type CountedAttempt,
  type DeliveryCounts,
  type DeliveryError,
  type StatusClass,
  type TlsReason,
} from './delivery-counts.js';
export { deliveryHeaders } from './delivery-headers.js';
export { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
export { nextDueSql, type MailboxChange } from './mailbox-changes.queries.js';
export { parkMailbox } from './parking.queries.js';
export { generateWebhookSecret, parseSigningKey, WebhookSecrets } from './secrets.js';
export {
  countReplay,
  oldestKept,
  redeliver,
  redeliverTest,
  replay,
  type ReplaySelection,
} from './sending-again.queries.js';
export {
  DeliveryState,
  deliveryStateSql,
  deliveryStates,
  MailboxState,
  mailboxStateSql,
  mailboxStates,
  PARK_AFTER_FAILURES,
  unreadable,
} from './states.js';
export { disableWebhook, dropWaiting, setEnabled } from './switching.queries.js';
export { insertWebhook, isWebhookSecret, setWebhookSecret } from './webhooks.queries.js';
