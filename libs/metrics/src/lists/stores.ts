import { everyServer, SHORT_BUCKETS, type MetricDefinition } from '../metric-definition.js';

const withRedis = ['auth-server', 'resource-api', 'webhook-worker'] as const;

/** Metrics of Postgres and Redis, measured by their callers. */
export const storeMetrics = {
  postgres_pool_connections: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Connections of a pool, by state: busy or idle.',
    labels: ['pool', 'state'],
    observed: 'sum',
  },
  postgres_pool_max_connections: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Most connections that a pool opens.',
    labels: ['pool'],
    observed: 'sum',
  },
  postgres_pool_waiting: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Work that waits for a connection of a pool.',
    labels: ['pool'],
    observed: 'sum',
  },
  postgres_pool_wait_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'How long work waited for a connection, if it had to wait.',
    labels: ['pool'],
    buckets: SHORT_BUCKETS,
  },
  postgres_pool_refusals_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Work that got no connection in time.',
    labels: ['pool'],
  },
  postgres_statement_duration_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'Times of statements, by how they are sent: pool, replica, transaction or vital.',
    labels: ['path'],
    buckets: SHORT_BUCKETS,
  },
  postgres_statement_failures_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Statements that failed: away (Postgres is unavailable), busy (a lock or a timeout), or refused.',
    labels: ['path', 'reason'],
  },
  postgres_replica_reads_total: {
    kind: 'counter',
    servers: ['resource-api'],
    help: 'Reads for exports and statistics, by who answered, and why it was the primary: unusable (unavailable, too far behind or promoted) or failed.',
    labels: ['by', 'reason'],
  },
  postgres_clock_skew_seconds: {
    kind: 'gauge',
    servers: everyServer,
    help: 'By how much Postgres’s clock is ahead of this process’s.',
    observed: 'max',
  },
  redis_command_duration_seconds: {
    kind: 'histogram',
    servers: withRedis,
    help: 'Times of commands to Redis, without those of BullMQ.',
    labels: ['command'],
    buckets: SHORT_BUCKETS,
  },
  redis_command_failures_total: {
    kind: 'counter',
    servers: withRedis,
    help: 'Commands that Redis did not answer.',
    labels: ['command'],
  },
} as const satisfies Record<string, MetricDefinition>;
