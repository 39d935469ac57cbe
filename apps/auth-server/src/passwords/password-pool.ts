import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { hashPassword, PasswordThread } from '@app/grants';
import { Counter } from 'prom-client';
import { availableParallelism } from 'node:os';
import { SETTINGS, type Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';

/** Milliseconds that a check may wait for its turn. */
const patienceMs = 2_000;
const busy = () => new TemporarilyUnavailable(503, patienceMs / 1000);

/** One for every password check, whoever it is for; a test counts them. */
export const passwordHashRuns = new Counter({
  name: 'auth_password_hash_runs_total',
  help: 'Runs of argon2id.',
});

/** Who waits for a thread; who is known goes first. */
type Rank = 'known' | 'stranger';

/** Runs argon2id in a few threads, so that guessing does not starve everything else. */
@Injectable()
export class PasswordPool implements OnModuleDestroy {
  readonly #threads: PasswordThread[];
  readonly #idle: PasswordThread[];
  readonly #waiting: Record<Rank, ((thread: PasswordThread) => void)[]> = { known: [], stranger: [] };
  /** Milliseconds of one run, a moving average. */
  #runMs = 30;
  #dummy: Promise<string> | undefined;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const count = settings.PASSWORD_JOBS ?? Math.max(1, availableParallelism() - 1);
    this.#threads = Array.from({ length: count }, () => new PasswordThread());
    this.#idle = [...this.#threads];
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Refuses, from memory alone, what would not get its turn in time. @throws TemporarilyUnavailable 503 */
  assertRoom(rank: Rank): void {
    if (this.#idle.length > 0) return;
    const ahead = this.#waiting.known.length + (rank === 'stranger' ? this.#waiting.stranger.length : 0);
    if ((ahead * this.#runMs) / this.#threads.length > patienceMs) throw busy();
  }

  /**
   * Whether `password` matches what `stored` gives when it is its turn. Without a stored hash a dummy one is checked,
   * so that unknown people cost the same.
   * @throws TemporarilyUnavailable when it did not get its turn within 2 s.
   */
  async matches(rank: Rank, stored: () => Promise<string | undefined>, password: string): Promise<boolean> {
    this.#dummy ??= hashPassword('nobody has this password');
    const dummy = await this.#dummy;
    return this.#run(rank, async (thread) => {
      const hash = await stored();
      const isMatch = await thread.verify(hash ?? dummy, password);
      return hash !== undefined && isMatch;
    });
  }

  /** A hash for storage. @throws TemporarilyUnavailable */
  hash(password: string): Promise<string> {
    return this.#run('known', (thread) => thread.hash(password));
  }

  async #run<T>(rank: Rank, job: (thread: PasswordThread) => Promise<T>): Promise<T> {
    const thread = await this.#turn(rank);
    const begin = performance.now();
    try {
      passwordHashRuns.inc();
      return await job(thread);
    } finally {
      this.#runMs += (performance.now() - begin - this.#runMs) / 10;
      const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    }
  }

  async #turn(rank: Rank): Promise<PasswordThread> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    this.assertRoom(rank);
    const queue = this.#waiting[rank];
    return new Promise((resolve, reject) => {
      const go = (thread: PasswordThread) => {
        clearTimeout(timer);
        resolve(thread);
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(go), 1);
        reject(busy());
      }, patienceMs);
      queue.push(go);
    });
  }
}
