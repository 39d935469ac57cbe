import { Injectable } from '@nestjs/common';
import { taskFailures } from '@app/scheduled-tasks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What operators see of this worker; figures of the whole system are measured on request. */
@Injectable()
export class WorkerMetrics {
  readonly registry = new Registry();

  readonly deliveries = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts by result: delivered, failed, and the reason or status class.',
    labelNames: ['result', 'reason'],
    registers: [this.registry],
  });
  readonly duration = new Histogram({
    name: 'webhook_attempt_seconds',
    help: 'From the start of an attempt to its status.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [this.registry],
  });
  readonly latency = new Histogram({
    name: 'webhook_event_to_delivery_seconds',
    help: 'From the commit of an event to its first successful delivery at the first try.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });
  readonly repeats = new Counter({
    name: 'webhook_repeats_total',
    help: 'Deliveries that were answered with success more than once.',
    registers: [this.registry],
  });
  readonly relayed = new Counter({
    name: 'webhook_events_relayed_total',
    help: 'Events taken from the outbox.',
    registers: [this.registry],
  });
  readonly lostHints = new Counter({
    name: 'webhook_hints_lost_total',
    help: 'Hints that did not reach Redis.',
    registers: [this.registry],
  });
  readonly slices = new Gauge({
    name: 'webhook_slices_running',
    help: 'Mailboxes being drained by this worker.',
    labelNames: ['lane'],
    registers: [this.registry],
  });

  readonly parked = new Counter({
    name: 'worker_parked_total',
    help: 'Rows that this worker put aside because they could not be read or worked on.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  readonly uncaught = new Counter({
    name: 'worker_uncaught_errors_total',
    help: 'Errors that nobody caught; each is a defect.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(taskFailures);
  }
}
