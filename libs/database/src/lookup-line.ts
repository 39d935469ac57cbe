import { Socket } from 'node:net';
import type pg from 'pg';
import { WatchedClient, type WatchedConfig } from './watched-client.js';

/** A read that waits for its answer. */
export interface Lookup {
  query: pg.QueryConfig<unknown[]>;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: Error) => void;
  /** The line whose answer counts; one that has been given to another line gets two. */
  line?: LookupLine | undefined;
}

/** One read-only connection on which reads are sent without waiting for the answers before them. */
export class LookupLine {
  readonly #socket = new Socket();
  readonly #client: WatchedClient;
  readonly #silenceMs: number | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Reads that are sent or about to be, in the order in which Postgres answers. */
  #waiting: Lookup[] = [];
  #isOpen = false;
  #seen = { answered: -1, since: 0 };
  /** How many reads have been answered: it stands still while the first one is stuck. */
  answered = 0;

  /** @param onEnd called once, when the connection is gone or could not be had */
  constructor({ answerTimeoutMs, ...config }: WatchedConfig, onEnd: () => void) {
    this.#silenceMs = answerTimeoutMs;
    this.#client = new WatchedClient({
      ...config,
      pipeline: true,
      options: '-c default_transaction_read_only=on',
      stream: () => this.#socket,
    });
    this.#client.on('error', onEnd).on('end', () => {
      clearTimeout(this.#silence);
      onEnd();
    });
    this.#client.connect((error?: Error) => {
      if (error) {
        onEnd();
        this.#fail(error);
      } else {
        this.#isOpen = true;
        for (const lookup of this.#waiting) this.#send(lookup);
      }
    });
  }

  /** The process of Postgres at the other end. */
  get pid(): number | undefined {
    return (this.#client as unknown as { processID: number | null }).processID ?? undefined;
  }

  /** Whether nothing has been answered since this was asked before, at most some looks ago; @param now in ms. */
  hasStoodStill(now: number): boolean {
    if (this.answered !== this.#seen.answered) this.#seen = { answered: this.answered, since: now };
    return this.#seen.since < now;
  }

  /** Milliseconds; goes by {@link hasStoodStill}. */
  stoodStillFor(now: number): number {
    return this.answered === this.#seen.answered ? now - this.#seen.since : 0;
  }

  /** Whether the connection is there and reads wait on it. */
  get isBusy(): boolean {
    return this.#isOpen && this.#waiting.length > 0;
  }

  /** The read that Postgres is at. */
  get first(): Lookup | undefined {
    return this.#waiting[0];
  }

  ask(lookup: Lookup): void {
    lookup.line = this;
    if (this.#waiting.length === 0) this.#seen.answered = -1; // it was idle, which is not still
    this.#waiting.push(lookup);
    if (this.#isOpen) this.#send(lookup);
  }

  /** Takes back all reads but the first; the answers that still come for them count no more. */
  takeBack(): Lookup[] {
    const others = this.#waiting.slice(1);
    for (const lookup of others) lookup.line = undefined;
    return others;
  }

  /** Gives the connection up when no answer comes for the time that its configuration allows. */
  watchSilence(): void {
    if (this.#silenceMs === undefined || this.#silence) return;
    this.#silence = setTimeout(() => this.destroy(), this.#silenceMs).unref();
  }

  /** Ends the connection once the reads under way are answered. */
  end(): Promise<void> {
    if (this.isBusy) this.watchSilence();
    return this.#client.end();
  }

  /** Ends the connection at once: reads that wait on it fail. */
  destroy(): void {
    this.#socket.destroy();
  }

  #send(lookup: Lookup): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      setImmediate(() => this.#socket.uncork());
    }
    this.#client.query(lookup.query, (error: Error | null | undefined, result: pg.QueryResult) => {
      this.answered += 1;
      if (this.#silence) {
        clearTimeout(this.#silence);
        this.#silence = undefined;
      }
      // Postgres answers in order; of a connection that broke all fail, in whatever order
      if (this.#waiting[0] === lookup) this.#waiting.shift();
      else this.#waiting.splice(this.#waiting.indexOf(lookup), 1);
      if (lookup.line !== this) return;
      if (error) lookup.reject(error);
      else lookup.resolve(result);
    });
  }

  #fail(error: Error): void {
    for (const lookup of this.#waiting.splice(0)) if (lookup.line === this) lookup.reject(error);
  }
}
