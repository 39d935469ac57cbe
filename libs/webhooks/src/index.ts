export { lockWebhook, type LockedWebhook } from './locked-webhook.queries.js';
export { parkMailbox } from './parking.queries.js';
export { generateWebhookSecret, signingKeyOf, WebhookSecrets } from './secrets.js';
export { dueWithMore, oldestKept, redeliver, redeliverTest, replay } from './sending-again.queries.js';
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
export {
  disableWebhook,
  dropWaiting,
  enableWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
} from './switching.queries.js';
export { insertWebhook, isWebhookSecret, setWebhookSecret } from './webhooks.queries.js';
