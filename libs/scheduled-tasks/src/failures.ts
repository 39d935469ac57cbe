import { Counter } from 'prom-client';

/** Failures of scheduled tasks of this process, by name. */
export const taskFailures = new Counter({
  name: 'scheduled_task_failures_total',
  help: 'Failures of scheduled tasks, by task.',
  labelNames: ['task'],
});
