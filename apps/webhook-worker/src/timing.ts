import { scheduledTasks } from '@app/scheduled-tasks';
import type { Settings } from './config.js';

/** Values that are not settings, times in milliseconds; tests use smaller ones. */
export const DEFAULT_TIMING = {
  /** Mailboxes drained concurrently in each lane: most of them wait for a receiver, not for this process. */
  webhookConcurrency: 200,
  /**
   * Postgres connections of the slow lane. Slow receivers need few statements a second, and their waits use no
   * connections of the fast lane.
   */
  slowLanePoolSize: 5,
  /** Between two checks for overdue mailboxes. */
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  /** Between two writes of delivery counts. */
  hoursEveryMs: scheduledTasks['write-webhook-hours'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: 5_000,
  /** For how long gauges of the whole system are reused without querying Postgres. */
  backlogFreshMs: 10_000,
  /** For reading the page of a link, with its redirects. */
  linkPageMs: 10_000,
};
export type WorkerTiming = Record<keyof typeof DEFAULT_TIMING, number>;

/** The settings that the worker injects. */
export interface WorkerSettings extends Settings {
  timing: WorkerTiming;
}
