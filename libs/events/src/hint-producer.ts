import { Queue, type JobsOptions } from 'bullmq';
import { bullConnection, bullPrefix, type RedisSettings } from '@app/redis';

/** A hint is worthless once acted on, and polling Postgres makes up for a lost one. */
const hintOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** A queue to publish hints to, for `closeBull` to end. */
export interface HintProducer {
  queue: Queue;
  /** Once connected, commands fail immediately while Redis is down; before that they wait for it without limit. */
  connected: Promise<unknown>;
}

export function openProducer(name: string, settings: RedisSettings): HintProducer {
  const queue = new Queue(name, {
    connection: bullConnection(settings, 'producer'),
    prefix: bullPrefix(settings),
    defaultJobOptions: hintOptions,
  });
  // Every publishing reports its own failure.
  queue.on('error', () => undefined);
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  void queue.waitUntilReady().then(
    () => resolve(),
    () => undefined,
  );
  return { queue, connected };
}
