import { type MetricDefinition } from '../metric-definition.js';

const consoleServer = ['console'] as const;

export const consoleMetrics = {
  console_sessions: {
    kind: 'gauge',
    servers: consoleServer,
    help: 'Sessions of the console, of all its processes together.',
    observed: 'max',
  },
  console_refreshes_total: {
    kind: 'counter',
    servers: consoleServer,
    help: 'Exchanges of refresh tokens, by outcome: renewed, refused (the session ends) or failed (no usable answer).',
    labels: ['outcome'],
  },
  console_forwarded_total: {
    kind: 'counter',
    servers: consoleServer,
    help: 'Requests that were forwarded, by server and status (0: it did not answer).',
    labels: ['server', 'status'],
  },
} as const satisfies Record<string, MetricDefinition>;
