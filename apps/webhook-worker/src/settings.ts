import { scheduledTasks } from '@app/scheduled-tasks';

/** Nest injection token of the {@link WorkerSettings}. */
export const WORKER_SETTINGS = Symbol('WorkerSettings');

/** Limits and times of the worker; tests make them shorter. */
export interface WorkerSettings {
  signatureHeaders: readonly string[];
  /** Slices at once in each lane. */
  concurrency: number;
  hostInFlight: number;
  portalPerSecond: number;
  /** Between two looks for mailboxes that nobody looks after. */
  overdueEveryMs: number;
  relayBusyMs: number;
  relayIdleMs: number;
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: number;
}

export const WORKER_DEFAULTS: WorkerSettings = {
  signatureHeaders: ['X-Webhook-Signature'],
  concurrency: 200,
  hostInFlight: 50,
  portalPerSecond: 200,
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  slowMs: 5_000,
};
