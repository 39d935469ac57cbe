import { toEventType, webhookFlags, wireTime, wireTimeOrNull, type WebhookFlag } from '@app/contracts';
import { mailboxStates } from '@app/webhooks';
import type { Webhook } from './webhooks.schema.js';
import type { WebhookRow } from './webhooks.queries.js';

/** The object that the API shows for a webhook (contract 5.1). */
export function presentWebhook(row: WebhookRow): Webhook {
  const flags = Object.fromEntries(
    webhookFlags.map((flag) => [flag, row.events.includes(toEventType(flag))]),
  ) as Record<WebhookFlag, boolean>;
  return {
    id: row.id,
    url: row.url,
    enabled: row.enabled,
    ...flags,
    state: mailboxStates[row.state] ?? 'open',
    secret_key_set: row.secret_key_set,
    insecure: row.url.startsWith('http:'),
    last_success_time: wireTimeOrNull(row.last_success_time),
    last_test_success_time: wireTimeOrNull(row.last_test_success_time),
    failing_since: wireTimeOrNull(row.failing_since),
    failures_in_row: row.failures_in_row,
    next_try_time: wireTimeOrNull(row.next_due),
    waiting_count: row.waiting_count,
    oldest_waiting_time: wireTimeOrNull(row.oldest_waiting_time),
    created_time: wireTime(row.created_time),
    updated_time: wireTime(row.updated_time),
  };
}
