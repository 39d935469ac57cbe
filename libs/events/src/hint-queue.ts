import { Queue, type JobsOptions } from 'bullmq';
import { bullConnection, bullPrefix, closeBull, type RedisSettings } from '@app/redis';

/** A hint is worthless once acted on, and a lost one is made up for from Postgres. */
const hintOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/**
 * How long, in milliseconds, hints are gathered before they are published; the first one after a pause goes out at
 * once.
 */
const GATHER_MS = 10;
/** A connection that breaks in the middle of a command may leave it without an answer for ever. */
const ANSWER_MS = 1_000;

export interface Hint {
  /** What to look at; the same key waits only once. No colon, and not only digits (BullMQ). */
  key: string;
  data: object;
}

/**
 * Publishes hints ("look at this") to one BullMQ queue: gathered, each key once, one command in flight at a time.
 * Never throws and never waits for Redis.
 */
export class HintQueue {
  readonly queue: Queue;
  /** The number of hints that did not reach Redis. */
  failures = 0;
  #waiting = new Map<string, Hint>();
  #sending: Promise<void> | undefined;
  #sentAt = -Infinity;
  #closed = false;
  /** Once connected, commands fail at once while Redis is away; before that they would wait for it. */
  readonly #connected = Promise.withResolvers<void>();

  /** @param lost called for hints that could not be published */
  constructor(
    readonly name: string,
    settings: RedisSettings,
    private readonly lost: (hints: Hint[]) => void = () => undefined,
  ) {
    this.queue = new Queue(name, {
      connection: bullConnection(settings, 'producer'),
      prefix: bullPrefix(settings),
      defaultJobOptions: hintOptions,
    });
    // Every publishing reports its own failure.
    this.queue.on('error', () => undefined);
    void this.queue.waitUntilReady().then(
      () => this.#connected.resolve(),
      () => undefined,
    );
  }

  send(hint: Hint): void {
    if (this.#closed) return;
    this.#waiting.set(hint.key, hint);
    this.#sending ??= this.#sendAll()
      .catch(() => undefined) // a failure of the listener: what the hint was for is found in Postgres
      .finally(() => (this.#sending = undefined));
  }

  /** Sends waiting hints, then closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
    await closeBull(this.queue);
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const pause = this.#sentAt + GATHER_MS - performance.now();
      await new Promise((resolve) => (pause > 0 ? setTimeout(resolve, pause) : setImmediate(resolve)));
      this.#sentAt = performance.now();
      const hints = [...this.#waiting.values()];
      this.#waiting.clear();
      try {
        await withinMs(ANSWER_MS, this.#connected.promise);
        await withinMs(ANSWER_MS, this.queue.addBulk(hints.map(asJob)));
      } catch {
        this.failures += hints.length;
        this.lost(hints);
      }
    }
  }
}

/** While a job of the key is active, a further one is held back and added when it has ended. */
const asJob = ({ key, data }: Hint) => ({
  name: key,
  data,
  opts: { deduplication: { id: key, keepLastIfActive: true } },
});

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error('Redis cannot be reached.'));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
