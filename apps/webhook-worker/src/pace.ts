import { scheduledTasks } from '@app/scheduled-tasks';
import type { Settings } from './config.js';

/** Times in milliseconds that no environment sets; tests make them shorter. */
export interface Pace {
  /** Between two looks for mailboxes that nobody looks after. */
  overdueEveryMs: number;
  relayBusyMs: number;
  relayIdleMs: number;
  /** 95th percentile above which a webhook moves to the slow lane. */
  slowMs: number;
}

export const PACE: Pace = {
  overdueEveryMs: scheduledTasks['wake-overdue-mailboxes'].everyMs,
  relayBusyMs: 250,
  relayIdleMs: scheduledTasks['relay-events'].everyMs,
  slowMs: 5_000,
};

/** What the worker injects as its settings. */
export interface WorkerSettings extends Settings {
  pace: Pace;
}
