import { backlogMetrics } from './lists/backlogs.js';
import { consoleMetrics } from './lists/console.js';
import { searchMetrics } from './lists/search.js';
import { serverMetrics } from './lists/servers.js';
import { storeMetrics } from './lists/stores.js';
import { tokenMetrics } from './lists/tokens.js';
import { webhookMetrics } from './lists/webhooks.js';

/**
 * All our metrics, by name; those of the process itself come from prom-client. docs/operations/observe.md is generated
 * from this list.
 */
export const metricList = {
  ...serverMetrics,
  ...storeMetrics,
  ...searchMetrics,
  ...tokenMetrics,
  ...consoleMetrics,
  ...webhookMetrics,
  ...backlogMetrics,
} as const;

export type MetricName = keyof typeof metricList;
