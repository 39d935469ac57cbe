import { worker, type MetricDefinition } from '../metric-definition.js';

/** Metrics of the worker's other work: parked rows, mails and payments. */
export const backlogMetrics = {
  worker_parked_total: {
    kind: 'counter',
    servers: worker,
    help: 'Rows that this worker parked because they could not be read or processed.',
    labels: ['kind'],
  },
  worker_parked_rows: {
    kind: 'gauge',
    servers: worker,
    help: 'Rows that are parked because they cannot be read or processed: webhooks, events, mails, payments, changes of visibility. Of the whole system.',
    labels: ['kind'],
    observed: 'max',
  },
  mails_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Mails that are due, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  mails_oldest_waiting_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest mail that is still to be sent. Of the whole system.',
    observed: 'max',
  },
  payments_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Payments that are to be captured or voided, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  payments_oldest_waiting_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest payment that is to be captured or voided. Of the whole system.',
    observed: 'max',
  },
} as const satisfies Record<string, MetricDefinition>;
