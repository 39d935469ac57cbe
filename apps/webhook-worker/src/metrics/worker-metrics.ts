import { Injectable } from '@nestjs/common';
import { metrics } from '@app/metrics';

/** The figures that operators see of this worker; figures for the whole system are measured on request. */
@Injectable()
export class WorkerMetrics {
  readonly deliveries = metrics.webhook_attempts_total;
  readonly duration = metrics.webhook_attempt_seconds;
  readonly latency = metrics.webhook_event_to_delivery_seconds;
  readonly repeats = metrics.webhook_repeats_total;
  readonly relayed = metrics.webhook_events_relayed_total;
  readonly lostHints = metrics.webhook_hints_lost_total;
  readonly slices = metrics.webhook_slices_running;
  readonly parked = metrics.worker_parked_total;
}
