import { setTimeout as pause } from 'node:timers/promises';
import { OneAtATime } from '@app/kernel';
import type { DedicatedConnection } from '../connections/dedicated-connection.js';
import { isSame, PrimaryHistory, type History } from './primary-history.js';
import { readPrimaryState, readStandbyState } from './server-state.queries.js';

/** Milliseconds between two questions to the standby, how far it is. */
const STANDBY_MS = 100;
/** Milliseconds between two questions to the primary, how far its log is. */
const PRIMARY_MS = 500;
/** Milliseconds after which the standby's last answer says nothing any more. */
const TRUST_MS = 500;
/** Milliseconds without an answer of the standby after which reads there are given up. */
const LOST_MS = 2_000;

/** Why the standby does not answer a read. */
export type FallbackReason = 'away' | 'lag' | 'other_history';

interface Standby {
  readAt: number;
  replayed: number;
  history: History;
}

/** Keeps asking both servers how far they are, and so knows how old the standby's state is. */
export class StandbyWatch {
  readonly #history = new PrimaryHistory();
  readonly #lost = new Set<() => void>();
  #last: Standby | undefined;
  readonly #looks = new OneAtATime(() => this.#checkStandby());
  #hasParted = false;
  #isEnding = false;
  #loops: Promise<unknown> = Promise.resolve();
  readonly #end = new AbortController();

  /** @param maxLagMs milliseconds by which the standby may be behind and still answer */
  constructor(
    private readonly primary: DedicatedConnection,
    private readonly standby: DedicatedConnection,
    private readonly maxLagMs: number,
  ) {}

  start(): void {
    this.#loops = Promise.all([
      this.#repeat(STANDBY_MS, () => this.check()),
      this.#repeat(PRIMARY_MS, () => this.#checkPrimary()),
    ]);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#end.abort();
    await this.#loops;
    await Promise.allSettled([this.primary.end(), this.standby.end()]);
  }

  /** Milliseconds by which the standby may be behind; infinite when unknown. */
  get lagMs(): number {
    if (!this.#last || this.unfit === 'other_history') return Number.POSITIVE_INFINITY;
    return this.#history.lagMs(this.#last.replayed, performance.now());
  }

  /** The position up to which the standby has replayed the log, as far as known. */
  get replayed(): number {
    return this.#last?.replayed ?? -1;
  }

  /** Milliseconds since the standby last answered as one. */
  get silentMs(): number {
    return this.#last ? performance.now() - this.#last.readAt : Number.POSITIVE_INFINITY;
  }

  /** Why no read may go there; undefined if one may that needs no certain position. */
  get unfit(): FallbackReason | undefined {
    const last = this.#last;
    if (!last || this.silentMs > TRUST_MS) return 'away';
    const { newest } = this.#history;
    if (!newest) return 'lag';
    if (this.#hasParted || !isSame(newest.history, last.history)) return 'other_history';
    return this.#history.lagMs(last.replayed, performance.now()) > this.maxLagMs ? 'lag' : undefined;
  }

  /** Whether the standby has replayed the log up to `position`; asks it if that is not known. */
  async hasReplayed(position: number): Promise<boolean> {
    if (this.replayed < position) await this.check();
    return this.replayed >= position && this.unfit === undefined;
  }

  /** Asks the standby now; who calls during a question waits for the next one. */
  check(): Promise<void> {
    return this.#looks.again();
  }

  /** Runs `work`, which fails as soon as the standby is lost: a silent connection would take much longer. */
  failWhenLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('the replica gives no answer'));
      this.#lost.add(lost);
      work.then(resolve, reject).finally(() => this.#lost.delete(lost));
    });
  }

  async #checkStandby(): Promise<void> {
    try {
      const readAt = performance.now();
      const state = await readStandbyState(this.standby);
      if (!state) return this.#lose();
      this.#last = { readAt, ...state };
      this.#compare();
    } catch {
      if (this.silentMs > LOST_MS) this.#lose();
    }
  }

  async #checkPrimary(): Promise<void> {
    try {
      const before = this.#last;
      const readAt = performance.now();
      const state = await readPrimaryState(this.primary);
      if (!state) return;
      this.#history.add({ readAt, ...state });
      // asked later, a primary cannot be behind its own standby
      if (before && isSame(before.history, state.history) && before.replayed > state.written)
        this.#hasParted = true;
    } catch {
      // its state grows old, and with it the standby's
    }
  }

  #compare(): void {
    const { newest } = this.#history;
    // a promotion begins a new history, in which both may meet again
    if (newest && this.#last && !isSame(newest.history, this.#last.history)) this.#hasParted = false;
  }

  #lose(): void {
    this.#last = undefined;
    for (const lost of this.#lost) lost();
  }

  async #repeat(ms: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isEnding) {
      await work();
      await pause(ms, undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined);
    }
  }
}
