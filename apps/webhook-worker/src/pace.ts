import { scheduledTasks } from '@app/scheduled-tasks';
import type { Settings } from './config.js';

/** Times in milliseconds that no environment sets; tests make them shorter. */
export interface Pace {
  /** Between two checks for overdue mailboxes. */
  overdueEveryMs: number;
  relayBusyMs: number;
  relayIdleMs: number;
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: number;
  /** For how long figures of the whole system are shown again without asking Postgres. */
  backlogFreshMs: number;
  /** For reading the page of a link, with its redirects. */
  linkPageMs: number;
}

export const PACE: Pace = {
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  slowMs: 5_000,
  backlogFreshMs: 10_000,
  linkPageMs: 10_000,
};

/** What the worker injects as its settings. */
export interface WorkerSettings extends Settings {
  pace: Pace;
}
