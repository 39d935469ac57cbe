import { SingleFlight } from '@app/kernel';
import { closeBull, type RedisSettings } from '@app/redis';
import { startDetail, type OpenSpan } from '@app/tracing';
import type { HintProducer } from './hint-producer.js';

/**
 * How long, in milliseconds, hints are collected before they are published; the first one after a pause is sent
 * immediately.
 */
const BATCH_DELAY_MS = 10;
/** A connection that breaks in the middle of a command may leave it without an answer for ever. */
const TIMEOUT_MS = 1_000;

export interface Hint {
  /** Identifies the shard, mailbox or queue that has work; each key waits only once. No colon, not only digits (BullMQ). */
  key: string;
  data: object;
}

/**
 * Publishes hints that work is waiting to one BullMQ queue: collected, each key once, one command in flight at a time.
 * Never throws and never waits for Redis.
 */
export class HintQueue {
  /** The number of hints that did not reach Redis. */
  failures = 0;
  #waiting = new Map<string, Hint & { span?: OpenSpan | undefined }>();
  // an error in the listener has no caller: the work is found in Postgres anyway
  readonly #sends = new SingleFlight(() => this.#sendAll().catch(() => undefined));
  #sentAt = -Infinity;
  #closed = false;
  /** Opened by the first hint: BullMQ is a large part of what a server that only reads would load. */
  #opened: Promise<HintProducer> | undefined;

  /** @param lost called for hints that could not be published */
  constructor(
    readonly name: string,
    private readonly settings: RedisSettings,
    private readonly lost: (hints: Hint[]) => void = () => undefined,
  ) {}

  send(hint: Hint): void {
    if (this.#closed) return;
    const span = this.#waiting.get(hint.key)?.span ?? startDetail('publish hint', () => this.#spanOptions);
    this.#waiting.set(hint.key, { ...hint, span });
    void this.#sends.again();
  }

  /** Sends waiting hints, then closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sends.again();
    await closeBull((await this.#opened?.catch(() => undefined))?.queue);
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const pause = this.#sentAt + BATCH_DELAY_MS - performance.now();
      await new Promise((resolve) => (pause > 0 ? setTimeout(resolve, pause) : setImmediate(resolve)));
      this.#sentAt = performance.now();
      const hints = [...this.#waiting.values()];
      this.#waiting.clear();
      try {
        const { queue, connected } = await (this.#opened ??= this.#open());
        await withinMs(TIMEOUT_MS, connected);
        await withinMs(TIMEOUT_MS, queue.addBulk(hints.map(asJob)));
      } catch {
        this.failures += hints.length;
        for (const { span } of hints) span?.fail('not_published');
        this.lost(hints);
      } finally {
        for (const { span } of hints) span?.end();
      }
    }
  }

  async #open(): Promise<HintProducer> {
    const { openProducer } = await import('./hint-producer.js');
    return openProducer(this.name, this.settings);
  }

  get #spanOptions() {
    const attributes = { 'messaging.system': 'bullmq', 'messaging.destination.name': this.name };
    return { kind: 'producer', attributes } as const;
  }
}

/** While a job with the key is active, another one is held back and added once it has ended. */
const asJob = ({ key, data, span }: Hint & { span?: OpenSpan | undefined }) => ({
  name: key,
  data: span ? { ...data, traceparent: span.traceparent } : data,
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
