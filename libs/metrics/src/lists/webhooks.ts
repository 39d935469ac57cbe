import { worker, type MetricDefinition } from '../metric-definition.js';

export const webhookMetrics = {
  webhook_attempts_total: {
    kind: 'counter',
    servers: worker,
    help: 'Attempts by result: delivered, failed, and the reason or status class.',
    labels: ['result', 'reason'],
  },
  webhook_attempt_seconds: {
    kind: 'histogram',
    servers: worker,
    help: 'From the start of an attempt to its status.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  },
  webhook_event_to_delivery_seconds: {
    kind: 'histogram',
    servers: worker,
    help: 'From the commit of an event to its first successful delivery at the first try.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  webhook_repeats_total: {
    kind: 'counter',
    servers: worker,
    help: 'Deliveries that were answered with success more than once.',
  },
  webhook_events_relayed_total: {
    kind: 'counter',
    servers: worker,
    help: 'Events taken from the outbox.',
  },
  webhook_hints_lost_total: {
    kind: 'counter',
    servers: worker,
    help: 'Hints that did not reach Redis.',
  },
  webhook_events_read_bytes: {
    kind: 'gauge',
    servers: worker,
    help: 'Bytes of events that have been read ahead of their deliveries.',
    observed: 'sum',
  },
  webhook_slices_running: {
    kind: 'gauge',
    servers: worker,
    help: 'Mailboxes being drained by this worker.',
    labels: ['lane'],
  },
  webhook_outbox_lag_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest event that has not been relayed. Of the whole system.',
    observed: 'max',
  },
  webhook_outbox_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Events that have not been relayed, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  webhook_oldest_due_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'For how long the most overdue open mailbox has been due. Of the whole system.',
    observed: 'max',
  },
  webhook_parked: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that are parked. Of the whole system.',
    observed: 'max',
  },
  webhook_disabled: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that are disabled. Of the whole system.',
    observed: 'max',
  },
  webhook_paused: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that an operator has paused. Of the whole system.',
    observed: 'max',
  },
} as const satisfies Record<string, MetricDefinition>;
