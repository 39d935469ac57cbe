import type { OnModuleDestroy } from '@nestjs/common';
import { loadLimits, meetLimit, ServerBusy, setting, type Problem } from '@app/kernel';
import { metrics, observe } from '@app/metrics';
import { availableParallelism } from 'node:os';
import { PriorityQueue, type QueueOwner } from './priority-queue.js';
import { PasswordThread } from './password-thread.js';
import { hashPassword, normalized } from './passwords.js';

/** Settings of the apps that hash or check passwords. */
export const passwordSettings = {
  PASSWORD_JOBS: setting.count
    .max(64)
    .optional()
    .describe('Threads that run argon2id; one fewer than there are cores by default.'),
};

interface PoolOptions {
  /** Number of threads; by default one fewer than cores. */
  threads: number | undefined;
  /** The app's refusal of checks that would wait too long; 503 with Retry-After. */
  busy?: (retryAfterSeconds: number) => Problem;
  onRun?: () => void;
  /** Milliseconds that a check may wait for a thread; 2 s by default. */
  maxWaitMs?: number;
  /** A monotonic clock in milliseconds, by which runs are measured; `performance.now` by default. */
  now?: () => number;
}

/** Runs argon2id in a few threads, so that neither guessing nor creating users starves other work. */
export class PasswordPool implements OnModuleDestroy {
  readonly #threads: PasswordThread[];
  readonly #idle: PasswordThread[];
  readonly #waiting = new PriorityQueue<(thread: PasswordThread) => void>();
  /** Duration of one run in milliseconds, a moving average. */
  #runMs = 30;
  #dummy: Promise<string> | undefined;

  readonly #busy: () => Problem;
  readonly #forget: (() => void)[];
  readonly #onRun: (() => void) | undefined;
  readonly #maxWaitMs: number;
  readonly #now: () => number;

  constructor({ threads, busy, onRun, maxWaitMs = 2_000, now = () => performance.now() }: PoolOptions) {
    const count = threads ?? Math.max(1, availableParallelism() - 1);
    this.#threads = Array.from({ length: count }, () => new PasswordThread());
    this.#idle = [...this.#threads];
    this.#maxWaitMs = maxWaitMs;
    this.#now = now;
    this.#busy = () => {
      metrics.password_queue_refusals_total.inc();
      return busy ? busy(loadLimits.password_threads.retryAfterSeconds) : new ServerBusy('password_threads');
    };
    this.#forget = [
      observe('password_queue_length', () => this.#waiting.length),
      observe('password_threads', () => [
        { labels: { state: 'busy' }, value: this.#threads.length - this.#idle.length },
        { labels: { state: 'idle' }, value: this.#idle.length },
      ]),
    ];
    this.#onRun = onRun;
  }

  async onModuleDestroy(): Promise<void> {
    for (const forget of this.#forget) forget();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /**
   * Refuses, without I/O, a check that would wait too long.
   * @throws Problem 503
   */
  assertCapacity(queueOwner: QueueOwner): void {
    meetLimit('password_threads');
    if (this.#idle.length > 0) return;
    if ((this.#waiting.countAhead(queueOwner) * this.#runMs) / this.#threads.length > this.#maxWaitMs)
      throw this.#busy();
  }

  /**
   * Whether `password` matches the hash that `stored` returns when a thread is free. Without a stored hash a dummy is
   * checked, so that unknown people take as long. The comparison is in NFC; if the password is in another form, it is
   * also compared unchanged.
   * @throws Problem 503 when no thread became free in time
   */
  async matches(
    queueOwner: QueueOwner,
    stored: () => Promise<string | undefined>,
    password: string,
  ): Promise<boolean> {
    this.#dummy ??= hashPassword('nobody has this password');
    const dummy = await this.#dummy;
    const inOneForm = normalized(password);
    return this.#run(queueOwner, async (thread) => {
      const hash = await stored();
      const isMatch = await thread.verify(hash ?? dummy, inOneForm);
      // the password may be stored in the form in which it was typed
      const matches = isMatch || (inOneForm !== password && (await thread.verify(hash ?? dummy, password)));
      return hash !== undefined && matches;
    });
  }

  /**
   * A hash for storage.
   * @param lane the owner of the work, such as a portal
   * @throws Problem 503 when no thread became free in time
   */
  hash(password: string, lane: string): Promise<string> {
    return this.#run({ rank: 'known', lane }, (thread) => thread.hash(normalized(password)));
  }

  async #run<T>(queueOwner: QueueOwner, job: (thread: PasswordThread) => Promise<T>): Promise<T> {
    const waited = metrics.password_queue_wait_seconds.startTimer();
    const thread = await this.#turn(queueOwner).finally(() => waited());
    const begin = this.#now();
    try {
      this.#onRun?.();
      return await job(thread);
    } finally {
      this.#runMs += (this.#now() - begin - this.#runMs) / 10;
      const next = this.#waiting.next();
      if (next) next(thread);
      else this.#idle.push(thread);
    }
  }

  async #turn(queueOwner: QueueOwner): Promise<PasswordThread> {
    meetLimit('password_threads');
    const idle = this.#idle.pop();
    if (idle) return idle;
    this.assertCapacity(queueOwner);
    return new Promise((resolve, reject) => {
      const go = (thread: PasswordThread) => {
        clearTimeout(timer);
        resolve(thread);
      };
      const leave = this.#waiting.add(queueOwner, go);
      const timer = setTimeout(() => {
        leave();
        reject(this.#busy());
      }, this.#maxWaitMs);
    });
  }
}
