import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answers, Place } from './place.js';

/** A behaviour in its own process: otherwise the event loop of the benchmark is what is measured. */
export class LoadProcess {
  readonly #ended = new AbortController();

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', () => this.#ended.abort());
  }

  static async start(place: Place): Promise<LoadProcess> {
    const load = new LoadProcess(fork(join(__dirname, 'behaviour-client.js'), [JSON.stringify(place)]));
    await load.#message();
    return load;
  }

  /** Behaves so for some seconds. @throws AbortError when the process ends meanwhile, which says why */
  run(seconds: number): Promise<Answers> {
    const answers = this.#message<Answers>();
    this.child.send(seconds);
    return answers;
  }

  async stop(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async #message<T>(): Promise<T> {
    const [message] = (await once(this.child, 'message', { signal: this.#ended.signal })) as [T];
    return message;
  }
}
