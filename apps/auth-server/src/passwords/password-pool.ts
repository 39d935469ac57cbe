import { Inject, Injectable } from '@nestjs/common';
import { hashPassword, verifyPassword } from '@app/grants';
import { Counter } from 'prom-client';
import { availableParallelism } from 'node:os';
import { SETTINGS, type Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';

/** Milliseconds that a check may wait for its turn. */
const patienceMs = 2_000;
const longestQueue = 500;

/** One for every password check, whoever it is for; a test counts them. */
export const passwordHashRuns = new Counter({
  name: 'auth_password_hash_runs_total',
  help: 'Runs of argon2id.',
});

/** Runs argon2id in a few jobs at a time, so that guessing does not starve everything else. */
@Injectable()
export class PasswordPool {
  readonly #jobs: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #dummy: Promise<string> | undefined;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#jobs = settings.PASSWORD_JOBS ?? Math.max(1, availableParallelism() - 1);
  }

  /**
   * Whether `password` matches. Without a stored hash a dummy one is checked, so that unknown people cost the same.
   * @throws TemporarilyUnavailable when it did not get its turn within 2 s.
   */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    this.#dummy ??= hashPassword('nobody has this password');
    const dummy = await this.#dummy;
    const isMatch = await this.run(() => verifyPassword(stored ?? dummy, password));
    return stored !== undefined && isMatch;
  }

  /** A hash for storage. @throws TemporarilyUnavailable */
  hash(password: string): Promise<string> {
    return this.run(() => hashPassword(password));
  }

  private async run<T>(job: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      passwordHashRuns.inc();
      return await job();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#jobs) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= longestQueue) throw new TemporarilyUnavailable(503, 2);
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        this.#running += 1;
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new TemporarilyUnavailable(503, 2));
      }, patienceMs);
      this.#waiting.push(go);
    });
  }
}
