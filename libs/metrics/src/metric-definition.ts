/** The servers, by the names of their folders. */
export type ServerName = 'auth-server' | 'resource-api' | 'webhook-worker' | 'console';

export interface MetricDefinition {
  kind: 'counter' | 'gauge' | 'histogram';
  servers: readonly ServerName[];
  /** Its meaning, for Prometheus and docs/operations/observe.md. */
  help: string;
  /** Labels with a few fixed values: never a portal, a client, an id or a path. */
  labels?: readonly string[];
  /** Buckets of a histogram, in the unit of its name. */
  buckets?: readonly number[];
  /** For a gauge that is read at each scrape: how the values of several sources with the same labels are combined. */
  observed?: 'sum' | 'max' | 'min';
}

export const everyServer = ['auth-server', 'resource-api', 'webhook-worker', 'console'] as const;
export const worker = ['webhook-worker'] as const;

/** Seconds, for work that usually takes milliseconds. */
export const SHORT_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;
