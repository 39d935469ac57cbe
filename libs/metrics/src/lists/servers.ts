import { everyServer, type MetricDefinition } from '../metric-definition.js';

const requests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Metrics of all servers: build, dependencies, requests and tasks. */
export const serverMetrics = {
  build_info: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Always 1; the labels identify the build.',
    labels: ['version', 'commit', 'node_version'],
  },
  dependency_up: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Whether postgres, redis, smtp or the key_set can be used (1) or not (0). Each change is logged once.',
    labels: ['dependency'],
    observed: 'min',
  },
  uncaught_errors_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Uncaught errors; each is a defect.',
  },
  http_requests_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Requests answered, by method, route template (none: no such route) and status.',
    labels: ['method', 'route', 'status'],
  },
  http_unread_bytes: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Bytes of answers of 16 KiB and more that clients have not read yet.',
    observed: 'sum',
  },
  http_unread_cut_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Clients cut off because they did not read their answer, by reason: memory was needed, or their time was over.',
    labels: ['reason'],
  },
  http_request_duration_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'From the arrival of a request to the end of its answer.',
    labels: ['method', 'route'],
    buckets: requests,
  },
  scheduled_task_failures_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Failures of scheduled tasks, by task.',
    labels: ['task'],
  },
} as const satisfies Record<string, MetricDefinition>;
