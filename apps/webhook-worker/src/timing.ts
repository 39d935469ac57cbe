import { scheduledTasks } from '@app/scheduled-tasks';
import type { Settings } from './config.js';

/** The values that no environment sets, times in milliseconds; tests make them less. */
export interface WorkerTiming {
  /** Mailboxes that are worked on at once in each lane. */
  webhookConcurrency: number;
  /** Postgres connections of the slow lane. */
  slowLanePoolSize: number;
  /** Between two checks for overdue mailboxes. */
  overdueEveryMs: number;
  /** Between two times that counts of deliveries are written. */
  hoursEveryMs: number;
  relayBusyMs: number;
  relayIdleMs: number;
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: number;
  /** For how long figures of the whole system are shown again without asking Postgres. */
  backlogFreshMs: number;
  /** For reading the page of a link, with its redirects. */
  linkPageMs: number;
}

export const DEFAULT_TIMING: WorkerTiming = {
  // most of them wait for a receiver, not for us
  webhookConcurrency: 200,
  // slow receivers need few statements a second; what they wait for takes nothing from the fast lane
  slowLanePoolSize: 5,
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  hoursEveryMs: scheduledTasks['write-webhook-hours'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  slowMs: 5_000,
  backlogFreshMs: 10_000,
  linkPageMs: 10_000,
};

/** The settings that the worker injects. */
export interface WorkerSettings extends Settings {
  timing: WorkerTiming;
}
