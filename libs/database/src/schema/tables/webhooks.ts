import type { TableEntry } from './table-entry.js';

/** Events and webhooks. */
export const webhookTables = {
  'learning.outbox': {
    portal: 'portal_id',
    acrossPortals: 'a queue of the worker, in shards of its own',
    kept: { days: 31, by: 'manage-event-partitions' },
    limitedBy: ['written_bytes'],
    bytes: 'written_bytes',
    grants: {
      api: ['insert select', 'events'],
      auth: ['insert', 'events of users'],
      worker: ['delete insert select', 'events of visible objects; events without a subscriber are removed'],
    },
    personal: { of: 'account', shownAs: 'events', erase: 'blank' },
  },
  'learning.outbox_pending': {
    portal: 'portal_id',
    acrossPortals: 'as learning.outbox',
    kept: { until: 'the event is relayed; 31 days if it is parked', by: 'relay-events' },
    limitedBy: { unlimited: 'the waiting rows of learning.outbox' },
    bytes: { ours: 'ids and types of learning.outbox' },
    grants: {
      api: ['insert', 'by the trigger of the outbox'],
      auth: ['insert', 'by the trigger of the outbox'],
      worker: ['delete insert select update', 'events to be relayed'],
    },
  },
  'learning.webhook_attempts': {
    portal: { via: 'learning.webhooks' },
    kept: { days: 31, by: 'manage-event-partitions' },
    limitedBy: ['webhook_tests', 'webhook_redeliveries', 'delivery_redeliveries', 'webhook_replays'],
    bytes: { ours: 'answers of receivers, which are cut' },
    grants: {
      api: ['select', 'attempts are shown'],
      worker: ['insert select', 'each attempt is noted; the command `webhooks failing` shows the last'],
    },
    personal: { of: 'account', erase: 'blank' },
  },
  'learning.webhook_deliveries': {
    portal: { via: 'learning.webhooks' },
    kept: { days: 31, by: 'manage-event-partitions' },
    limitedBy: ['written_bytes', 'webhooks'],
    bytes: { ours: 'ids; the body is in learning.outbox' },
    grants: {
      api: ['select update', 'deliveries are shown, redelivered and replayed'],
      worker: ['insert select update', 'deliveries of events to webhooks, and their progress'],
    },
  },
  'learning.webhook_hours': {
    portal: 'portal_id',
    kept: { days: 400, by: 'remove-expired-rows' },
    limitedBy: { unlimited: 'one for each webhook and half hour in which something was sent' },
    bytes: { ours: 'only numbers' },
    grants: {
      api: ['select', 'statistics of webhooks'],
      worker: [
        'delete insert select update',
        'deliveries are counted by the half hour; old counts are removed',
      ],
    },
  },
  'learning.webhook_mailboxes': {
    portal: 'portal_id',
    acrossPortals: 'found by the webhook of any portal; the worker reads many together',
    kept: { with: 'the webhook' },
    limitedBy: ['webhooks'],
    bytes: 'webhooks',
    grants: {
      api: ['insert select update', 'made with the webhook; woken by redeliveries'],
      worker: ['select update', 'which process delivers which mailbox next'],
    },
  },
  'learning.webhook_test_deliveries': {
    portal: { via: 'learning.webhooks' },
    kept: { days: 31, by: 'manage-event-partitions' },
    limitedBy: ['webhook_tests'],
    bytes: 'webhook_tests',
    grants: {
      api: ['insert select update', 'POST /v2/webhooks/{id}/test'],
      worker: ['delete select update', 'test deliveries are sent and removed'],
    },
  },
  'learning.webhooks': {
    portal: 'portal_id',
    acrossPortals: 'as learning.webhook_mailboxes',
    kept: { until: 'it is deleted' },
    limitedBy: ['webhooks'],
    bytes: 'written_bytes',
    grants: {
      api: ['delete insert select update', 'webhooks of a portal, their sealed secrets included'],
      worker: ['select update', 'URLs and secrets of webhooks; disabled when the receiver does not answer'],
    },
  },
} as const satisfies Record<string, TableEntry>;
