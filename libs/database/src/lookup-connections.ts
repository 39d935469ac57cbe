import type pg from 'pg';
import { DatabaseBusy, isBusy } from './errors.js';
import { LookupLine, type Answer, type Lookup } from './lookup-line.js';
import { LookupsOfTurn } from './merged-lookups.js';
import { OwnConnection } from './own-connection.js';
import type { WatchedConfig } from './watched-client.js';

/** How many connections share the lookups of a process. */
const SHARED_LINES = 2;
/** How many kinds of lookups may be isolated at once; a process has a dozen or two. */
const MAX_APART = 8;
/** Milliseconds between two checks of what has been answered. */
const LOOK_MS = 50;
/** Milliseconds after which a read counts as stuck even if Postgres reports no lock, as behind a pooler. */
const STUCK_MS = 1_000;

interface Options extends WatchedConfig {
  /** Milliseconds that a lookup waits for a stuck one of its kind. */
  waitMs?: number | undefined;
}

/**
 * Read-only connections that carry many short reads at once: a read is sent without waiting for earlier answers
 * (Postgres's pipelining), and the reads of one turn of the event loop are sent in one write, those of a kind as one
 * statement where their parameters have types. This takes half the system calls of a pool, on both sides. A read that waits for a lock would hold up those behind it, so they are sent
 * again on another connection, and reads of its kind (the same statement) are isolated until one of them is answered.
 * Source: ADR 5.
 */
export class LookupConnections {
  readonly #lines: (LookupLine | undefined)[] = [];
  readonly #apart = new Map<string, KindApart>();
  readonly #config: WatchedConfig;
  readonly #waitMs: number;
  #last = 0;
  #look: NodeJS.Timeout | undefined;
  #isAsking = false;
  /** Asks which connections wait for a lock. */
  readonly #monitor: OwnConnection;
  readonly #turn = new LookupsOfTurn();
  #isTurnOver = true;
  #waiting = 0;

  constructor({ waitMs = 2_000, ...config }: Options) {
    this.#config = config;
    this.#waitMs = waitMs;
    this.#monitor = new OwnConnection(config);
  }

  /** How many lookups wait for their answer. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * @throws what `pg` throws when Postgres is down or refuses the statement; {@link DatabaseBusy} when its kind is
   *   stuck
   */
  query(query: pg.QueryConfig<unknown[]>): Promise<Answer> {
    let isWaiting = true;
    this.#waiting += 1;
    const answered = () => {
      if (isWaiting) this.#waiting -= 1;
      isWaiting = false;
    };
    return new Promise((resolve, reject) =>
      this.#collect({
        query,
        kind: query.text,
        resolve: (answer) => {
          answered();
          resolve(answer);
        },
        reject: (error) => {
          answered();
          Error.captureStackTrace(error); // the socket's error says nothing useful
          reject(error);
        },
      }),
    );
  }

  /** Closes the connections once the reads in progress are answered. */
  async end(): Promise<void> {
    this.#endTurn();
    clearTimeout(this.#look);
    const lines = this.#lines.splice(0).filter((line) => line !== undefined);
    const apart = [...this.#apart.values()];
    this.#apart.clear();
    await Promise.allSettled([...lines, ...apart, this.#monitor].map((one) => one.end()));
  }

  /** It is asked at the end of this turn of the event loop, when what else is asked for in it is known. */
  #collect(lookup: Lookup): void {
    if (this.#apart.has(lookup.kind) || !this.#turn.add(lookup)) return this.#ask(lookup);
    if (!this.#isTurnOver) return;
    this.#isTurnOver = false;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#isTurnOver = true;
    for (const lookup of this.#turn.take((one) => this.#ask(one))) this.#ask(lookup);
    for (const line of this.#lines) line?.flush();
  }

  #ask(lookup: Lookup): void {
    const apart = this.#apart.get(lookup.kind);
    if (apart) return apart.ask(lookup);
    this.#last = (this.#last + 1) % SHARED_LINES;
    (this.#lines[this.#last] ??= this.#open(this.#last)).ask(lookup);
    this.#look ??= setTimeout(() => this.#lookAround(), LOOK_MS).unref();
  }

  /** A connection that fails is dropped: the next read opens another. */
  #open(index: number): LookupLine {
    const line: LookupLine = new LookupLine(this.#config, () => {
      if (this.#lines[index] === line) this.#lines[index] = undefined;
    });
    return line;
  }

  #lookAround(): void {
    const now = performance.now();
    const busy = this.#lines.filter((line) => line?.isBusy);
    this.#look = busy.length > 0 ? setTimeout(() => this.#lookAround(), LOOK_MS).unref() : undefined;
    const still = busy.filter((line) => line !== undefined && line.hasStoodStill(now));
    // this process itself may have been slow: first it reads what has arrived in the meantime
    if (still.length > 0) setImmediate(() => void this.#examine(still as LookupLine[], now));
  }

  /** Finds the stuck ones among the lines that have answered nothing since the last check. */
  async #examine(still: LookupLine[], now: number): Promise<void> {
    const answered = still.map((line) => line.answered);
    const isStill = (line: LookupLine, index: number) => line.isBusy && line.answered === answered[index];
    for (const line of still) if (line.stoodStillFor(now) > STUCK_MS) this.#setApart(line);
    if (this.#isAsking || this.#lines.length === 0) return;
    this.#isAsking = true;
    const locked = await this.#waitingForLocks(still).finally(() => (this.#isAsking = false));
    still.forEach((line, index) => {
      if (isStill(line, index) && locked.has(line.pid)) this.#setApart(line);
    });
  }

  /** @returns Postgres process ids; none when it cannot be asked */
  async #waitingForLocks(lines: LookupLine[]): Promise<Set<number | undefined>> {
    try {
      const { rows } = await this.#monitor.query({
        name: 'waiting_for_locks',
        text: 'select pid from pg_locks where pid = any($1::int[]) and not granted',
        values: [lines.map(({ pid }) => pid)],
      });
      return new Set((rows as { pid: number }[]).map(({ pid }) => pid));
    } catch {
      return new Set();
    }
  }

  /** The first read of `line` is stuck. */
  #setApart(line: LookupLine): void {
    const index = this.#lines.indexOf(line);
    if (index < 0) return;
    line.watchSilence();
    const { kind } = line.first!;
    if (!this.#apart.has(kind) && !this.#makeRoom()) return;
    this.#lines[index] = undefined;
    const others = line.takeBack();
    const known = this.#apart.get(kind);
    if (known) known.adopt(line);
    else this.#apart.set(kind, this.#kindApart(kind, line));
    for (const lookup of others) this.#ask(lookup);
  }

  #kindApart(kind: string, line: LookupLine): KindApart {
    return new KindApart(this.#config, this.#waitMs, line, (waiting) => {
      this.#apart.delete(kind);
      for (const lookup of waiting) this.#ask(lookup);
    });
  }

  /** @returns whether one more kind may be isolated; unused kinds make way */
  #makeRoom(): boolean {
    for (const [kind, apart] of this.#apart) {
      if (this.#apart.size < MAX_APART) break;
      if (apart.isIdle) this.#apart.delete(kind);
    }
    return this.#apart.size < MAX_APART;
  }
}

/**
 * The reads of one statement while they are stuck: one at a time is tried on a connection of its own, and the others
 * wait for its result.
 */
class KindApart {
  #tried: LookupLine | undefined;
  readonly #adopted = new Set<LookupLine>();
  #waiting: Lookup[] = [];
  #isOverdue = false;
  #patience: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: WatchedConfig,
    private readonly waitMs: number,
    stuck: LookupLine,
    /** Called once the kind is answered again, with the reads that have waited. */
    private readonly release: (waiting: Lookup[]) => void,
  ) {
    this.#try(stuck, stuck.first!);
  }

  get isIdle(): boolean {
    return this.#tried === undefined;
  }

  ask(lookup: Lookup): void {
    if (this.#isOverdue) return lookup.reject(overdue(this.waitMs));
    if (this.#tried) return void this.#waiting.push(lookup);
    const line = new LookupLine(this.config, () => undefined);
    line.ask(lookup);
    line.watchSilence();
    this.#try(line, lookup);
  }

  /** Another line on which a read of this kind is stuck; it waits there for its answer. */
  adopt(line: LookupLine): void {
    this.#adopted.add(line);
    endAfter(line, line.first!, () => this.#adopted.delete(line));
  }

  async end(): Promise<void> {
    clearTimeout(this.#patience);
    for (const lookup of this.#waiting.splice(0)) lookup.reject(new Error('Connection terminated'));
    await Promise.allSettled([this.#tried?.end(), ...[...this.#adopted].map((line) => line.end())]);
  }

  #try(line: LookupLine, lookup: Lookup): void {
    this.#tried = line;
    this.#patience = setTimeout(() => {
      this.#isOverdue = true;
      this.#refuse(overdue(this.waitMs));
    }, this.waitMs).unref();
    endAfter(line, lookup, (error) => {
      clearTimeout(this.#patience);
      this.#tried = undefined;
      this.#isOverdue = false;
      if (error && isBusy(error)) this.#refuse(error);
      else this.release(this.#waiting.splice(0));
    });
  }

  #refuse(error: Error): void {
    for (const lookup of this.#waiting.splice(0)) lookup.reject(error);
  }
}

/** Ends `line` as soon as `lookup` is answered there: reads sent behind it are answered elsewhere. */
function endAfter(line: LookupLine, lookup: Lookup, done: (error?: Error) => void): void {
  const { resolve, reject } = lookup;
  lookup.resolve = (result) => {
    line.destroy();
    resolve(result);
    done();
  };
  lookup.reject = (error) => {
    line.destroy();
    reject(error);
    done(error);
  };
}

const overdue = (ms: number): DatabaseBusy =>
  new DatabaseBusy(new Error(`a lookup of the same kind has been stuck for ${ms} ms`), '55P03');
