import { Socket } from 'node:net';
import type pg from 'pg';
import { WatchedClient, type WatchedConfig } from './watched-client.js';

/** What is used of a result. */
export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/** A read waiting for its answer. */
export interface Lookup {
  query: pg.QueryConfig<unknown[]>;
  /** The text of the statement, also when several reads of it are asked together. */
  kind: string;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  /** The line whose answer counts; a read that was moved to another line gets two answers. */
  line?: LookupLine | undefined;
}

/** One read-only connection on which reads are sent without waiting for earlier answers. */
export class LookupLine {
  readonly #socket = new Socket();
  readonly #client: WatchedClient;
  readonly #silenceMs: number | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Reads that have been sent or are about to be, in the order in which Postgres answers. */
  #waiting: Lookup[] = [];
  #isOpen = false;
  /** Resolves when the connection is open, or cannot be made. */
  readonly #connected: Promise<void>;
  #seen = { answered: -1, since: 0 };
  /** How many reads have been answered: constant while the first one is stuck. */
  answered = 0;

  /** @param onEnd called once, when the connection is lost or could not be made */
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
    this.#connected = new Promise((resolve) =>
      this.#client.connect((error?: Error) => {
        if (error) {
          onEnd();
          this.#fail(error);
        } else {
          this.#isOpen = true;
          for (const lookup of this.#waiting) this.#send(lookup);
        }
        resolve();
      }),
    );
  }

  /** The Postgres process at the other end. */
  get pid(): number | undefined {
    return (this.#client as unknown as { processID: number | null }).processID ?? undefined;
  }

  /** Whether nothing has been answered since the last call, at most a few checks ago. @param now in milliseconds */
  hasStoodStill(now: number): boolean {
    if (this.answered !== this.#seen.answered) this.#seen = { answered: this.answered, since: now };
    return this.#seen.since < now;
  }

  /** Milliseconds; updated by {@link hasStoodStill}. */
  stoodStillFor(now: number): number {
    return this.answered === this.#seen.answered ? now - this.#seen.since : 0;
  }

  /** Whether the connection is open and reads are waiting on it. */
  get isBusy(): boolean {
    return this.#isOpen && this.#waiting.length > 0;
  }

  /** The read that Postgres is working on. */
  get first(): Lookup | undefined {
    return this.#waiting[0];
  }

  ask(lookup: Lookup): void {
    lookup.line = this;
    if (this.#waiting.length === 0) this.#seen.answered = -1; // it was idle, which is not standing still
    this.#waiting.push(lookup);
    if (this.#isOpen) this.#send(lookup);
  }

  /** Sends now what has been asked for in this turn of the event loop. */
  flush(): void {
    this.#socket.uncork();
  }

  /** Takes back all reads but the first; answers that still arrive for them no longer count. */
  takeBack(): Lookup[] {
    const others = this.#waiting.slice(1);
    for (const lookup of others) lookup.line = undefined;
    return others;
  }

  /** Closes the connection when no answer arrives within the configured time. */
  watchSilence(): void {
    if (this.#silenceMs === undefined || this.#silence) return;
    this.#silence = setTimeout(() => this.destroy(), this.#silenceMs).unref();
  }

  /** Closes the connection once the reads in progress are answered. */
  async end(): Promise<void> {
    await this.#connected; // before that, pg would forget the reads and never say so
    if (this.isBusy) this.watchSilence();
    return this.#client.end();
  }

  /** Closes the connection at once: waiting reads fail. */
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
      // Postgres answers in order; on a broken connection all fail, in any order
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
