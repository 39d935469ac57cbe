import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answers, Place } from './place.js';

/** A behaviour in its own process: otherwise the event loop of the benchmark is what is measured. */
export class LoadProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(place: Place): Promise<LoadProcess> {
    const load = new LoadProcess(fork(join(__dirname, 'behaviour-client.js'), [JSON.stringify(place)]));
    await load.#message();
    return load;
  }

  /** Behaves so for some seconds. @throws Error when the process ends meanwhile */
  run(seconds: number): Promise<Answers> {
    const answers = this.#message<Answers>();
    this.child.send(seconds);
    return answers;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async #message<T>(): Promise<T> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(this.child, 'exit', { signal }).then(() => {
      throw new Error('the process with the load has ended');
    });
    try {
      return await Promise.race([
        once(this.child, 'message', { signal }).then(([message]) => message as T),
        ended,
      ]);
    } finally {
      waiting.abort();
      ended.catch(() => undefined);
    }
  }
}
