import { scheduledTasks } from '@app/scheduled-tasks';
import type { Settings } from './config.js';

/** The values that no environment sets, times in milliseconds; tests make them less. */
export const DEFAULT_TIMING = {
  /** Mailboxes that are worked on at once in each lane: most of them wait for a receiver, not for us. */
  webhookConcurrency: 200,
  /**
   * Postgres connections of the slow lane. Slow receivers need few statements a second; what they wait for takes nothing
   * from the fast lane.
   */
  slowLanePoolSize: 5,
  /** Between two checks for overdue mailboxes. */
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  /** Between two times that counts of deliveries are written. */
  hoursEveryMs: scheduledTasks['write-webhook-hours'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: 5_000,
  /** For how long figures of the whole system are shown again without asking Postgres. */
  backlogFreshMs: 10_000,
  /** For reading the page of a link, with its redirects. */
  linkPageMs: 10_000,
};
export type WorkerTiming = Record<keyof typeof DEFAULT_TIMING, number>;

/** The settings that the worker injects. */
export interface WorkerSettings extends Settings {
  timing: WorkerTiming;
}
