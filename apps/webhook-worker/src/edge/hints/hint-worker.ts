import { Worker } from 'bullmq';
import { bullConnection, bullPrefix, type RedisSettings } from '@app/redis';
import { readTraceparent, traced } from '@app/tracing';

/**
 * A BullMQ worker for hints. Its work never fails: everything important is in Postgres. A killed worker's job
 * is taken over after 15 seconds, however often that happens.
 */
export function hintWorker(
  queue: string,
  settings: RedisSettings,
  concurrency: number,
  work: (data: unknown) => Promise<void>,
): Worker {
  const worker = new Worker(
    queue,
    async (job) => {
      const parent = readTraceparent((job.data as { traceparent?: unknown } | null)?.traceparent);
      if (!parent) return work(job.data);
      const attributes = { 'messaging.system': 'bullmq', 'messaging.destination.name': queue };
      await traced('process hint', { kind: 'consumer', parent, attributes }, () => work(job.data));
    },
    {
      connection: bullConnection(settings, 'worker'),
      prefix: bullPrefix(settings),
      concurrency,
      lockDuration: 15_000,
      stalledInterval: 5_000,
      maxStalledCount: 1_000,
    },
  );
  // Redis being down or emptied is expected: overdue mailboxes are found without it.
  worker.on('error', () => undefined);
  return worker;
}
