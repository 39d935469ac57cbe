import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashJob, HashResult } from './hash-thread.js';
import { cost } from './passwords.js';

/**
 * A thread that runs argon2id, one run at a time, at a lower priority than the thread that answers requests. Neither
 * the event loop nor libuv's threads (files, DNS) wait for a hash, and other work on a busy machine goes first.
 */
export class PasswordThread {
  #worker: Worker | undefined;

  /**
   * A hash for storage.
   * @throws Error when the thread fails
   */
  hash(password: string): Promise<string> {
    return this.#run({ hash: password, cost }) as Promise<string>;
  }

  /**
   * Whether `password` matches the hash.
   * @throws Error when the thread fails
   */
  verify(hashed: string, password: string): Promise<boolean> {
    return this.#run({ verify: hashed, password }) as Promise<boolean>;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run(job: HashJob): Promise<boolean | string> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const onMessage = (result: HashResult): void =>
        settle(() => ('done' in result ? resolve(result.done) : reject(new Error(result.failed))));
      const onError = (error: Error): void => settle(() => reject(error));
      const onExit = (): void => settle(() => reject(new Error('the password thread ended')));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(job);
    });
  }

  /** A thread that ends is replaced at the next run. */
  #start(): Worker {
    const file = join(__dirname, `hash-thread${extname(__filename)}`);
    // in tests the file is TypeScript, and Node would print a warning each time
    const worker = new Worker(file, { execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'] });
    worker.unref();
    worker.on('error', () => undefined);
    worker.once('exit', () => (this.#worker = undefined));
    return worker;
  }
}
