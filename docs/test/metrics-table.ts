import { metricList, type MetricDefinition } from '@app/metrics';

const short: Record<string, string> = {
  'auth-server': 'auth',
  'resource-api': 'API',
  'webhook-worker': 'worker',
  console: 'console',
};

/** The list of metrics as a Markdown table. */
export function metricsTable(): string {
  const rows = Object.entries<MetricDefinition>(metricList).map(
    ([name, { servers: programs, help, kind, labels = [] }]) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${
        programs.length === 4 ? 'all' : programs.map((program) => short[program]).join(', ')
      } | ${help} |`,
  );
  return ['| metric | kind | labels | in | what it says |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
