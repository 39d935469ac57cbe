import { FairQueue } from '@app/kernel';
import { metrics } from '@app/metrics';
import { DatabaseFull } from '../sql/errors.js';
import { requestContext, type RequestContext } from '../transactions/request-context.js';

/** The purpose of a connection. */
export interface ConnectionRequest {
  /** Work that is held up together: a statement, or the transactions of an operation. */
  kind: string;
  heavy?: HeavyWork | undefined;
}

/** A lot of work for one request: searches, lists and counts, or transactions with what a large body brought. */
export type HeavyWork = 'reads' | 'writes';

/** How work of a kind ended: answered, or given up because of a lock. */
export type WorkResult = 'answered' | 'locked out' | 'other';

interface Waiter {
  reservation: Reservation;
  admit: () => void;
}

/** The shares that a held or requested connection counts towards. */
interface Reservation {
  kind: string;
  /** Undefined for work outside requests, which has no limit but the pool. */
  caller: RequestContext | undefined;
  heavy: HeavyWork | undefined;
  portalId: number | undefined;
  isTrial: boolean;
}

export interface ConnectionLimiterOptions {
  /** The name of the pool among the metrics. */
  name?: string | undefined;
  /** Connections of the pool. */
  size: number;
  /** Milliseconds that a request waits for one. */
  waitMs?: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: (() => number) | undefined;
}

/** Requests that may wait at a time, for each connection. */
const WAITERS_PER_CONNECTION = 50;
/** Milliseconds that work outside requests waits: nobody is waiting for its result. */
const PATIENT_MS = 10_000;
/** The parts of the connections that heavy work may have, of all portals together and of one. */
const HEAVY_PARTS: Record<HeavyWork, { all: number; ofPortal: number }> = {
  reads: { all: 2 / 5, ofPortal: 1 / 10 },
  writes: { all: 1 / 5, ofPortal: 1 / 20 },
};
/**
 * After heavy writes, their part of the connections stays free for this many times as long as they took, but for a
 * second at most. They keep a processor of Postgres busy, and most of a longer one has waited for a lock.
 */
const REST = 4;
const MAX_REST_MS = 1_000;
/** Kinds that are remembered as locked out. */
const MAX_LOCKED_OUT = 200;

/**
 * Limits how many connections of a pool each kind of work may hold, so that none can take them all. A portal may take
 * another one while it holds fewer than are free: half alone, a third each for two. One kind has at most half, heavy
 * work a part, and one portal's a quarter of that. A quarter goes to kinds that last failed at a lock (one for each).
 * Heavy writes have a fifth of the time. Waiting is bounded in time and number, and portals share the places to wait in
 * by the same rule; lanes take turns.
 */
export class ConnectionLimiter {
  readonly #name: string;
  readonly #size: number;
  readonly #waitMs: number;
  readonly #nowMs: () => number;
  readonly #most: { kind: number; trials: number };
  #heldCount = 0;
  #trials = 0;
  readonly #kinds = new Map<string, number>();
  readonly #portals = new Map<number, number>();
  readonly #heavy = new Map<HeavyWork, number>();
  readonly #heavyOfPortals = new Map<string, number>();
  readonly #lockedOut = new Set<string>();
  readonly #lanes = new FairQueue<Waiter>();
  readonly #waitingOfPortals = new Map<number, number>();

  constructor({
    name = 'main',
    size,
    waitMs = 2_000,
    nowMs = () => performance.now(),
  }: ConnectionLimiterOptions) {
    this.#name = name;
    this.#size = size;
    this.#waitMs = waitMs;
    this.#nowMs = nowMs;
    this.#most = { kind: this.#share(1 / 2), trials: this.#share(1 / 4) };
  }

  /** How many wait for a connection. */
  get waiting(): number {
    return this.#lanes.size;
  }

  /**
   * Runs `work`, which holds one connection, as soon as it may.
   * @param toWorkResult what an error of `work` says about its kind
   * @throws DatabaseFull when it does not get its turn in time, or its request has had its time
   */
  async run<T>(
    connectionRequest: ConnectionRequest,
    work: () => Promise<T>,
    toWorkResult: (error: unknown) => WorkResult,
  ): Promise<T> {
    const caller = requestContext();
    const { kind, heavy } = connectionRequest;
    const reservation: Reservation = { kind, caller, heavy, portalId: caller?.portalId, isTrial: false };
    if (caller?.isOverdue) throw new DatabaseFull(`${caller.operation} has had its time`);
    const lane = `${reservation.portalId ?? ''} ${kind}`;
    if (this.#lanes.countIn(lane) === 0 && this.#mayHave(reservation)) this.#acquire(reservation);
    else await this.#wait(lane, reservation);
    const begin = this.#nowMs();
    try {
      const result = await work();
      this.#lockedOut.delete(kind);
      return result;
    } catch (error) {
      const workResult = toWorkResult(error);
      if (workResult === 'answered') this.#lockedOut.delete(kind);
      if (workResult === 'locked out' && this.#lockedOut.size < MAX_LOCKED_OUT) this.#lockedOut.add(kind);
      throw error;
    } finally {
      this.#release(reservation, this.#nowMs() - begin);
    }
  }

  /** How many connections a part of them is, at least one. */
  #share(part: number): number {
    return Math.max(1, Math.floor(this.#size * part));
  }

  #mayHave({ caller, kind, heavy, portalId }: Reservation): boolean {
    if (this.#heldCount >= this.#size) return false;
    if (heavy && (this.#heavy.get(heavy) ?? 0) >= this.#share(HEAVY_PARTS[heavy].all)) return false;
    if (!caller) return true;
    const ofKind = this.#kinds.get(kind) ?? 0;
    if (ofKind >= this.#most.kind) return false;
    if (portalId !== undefined) {
      if ((this.#portals.get(portalId) ?? 0) >= this.#size - this.#heldCount) return false;
      const heavyOfPortal = (heavy && this.#heavyOfPortals.get(`${portalId} ${heavy}`)) ?? 0;
      if (heavy && heavyOfPortal >= this.#share(HEAVY_PARTS[heavy].ofPortal)) return false;
    }
    return !this.#lockedOut.has(kind) || (ofKind === 0 && this.#trials < this.#most.trials);
  }

  #acquire(reservation: Reservation): void {
    const { caller, kind, heavy, portalId } = reservation;
    this.#heldCount += 1;
    if (heavy) count(this.#heavy, heavy, 1);
    if (!caller) return;
    count(this.#kinds, kind, 1);
    if (portalId !== undefined) {
      count(this.#portals, portalId, 1);
      if (heavy) count(this.#heavyOfPortals, `${portalId} ${heavy}`, 1);
    }
    reservation.isTrial = this.#lockedOut.has(kind);
    if (reservation.isTrial) this.#trials += 1;
  }

  /** @param ms how long the work took */
  #release(reservation: Reservation, ms: number): void {
    const { caller, kind, heavy, portalId, isTrial } = reservation;
    this.#heldCount -= 1;
    if (caller) {
      count(this.#kinds, kind, -1);
      if (portalId !== undefined) count(this.#portals, portalId, -1);
      if (isTrial) this.#trials -= 1;
    }
    if (heavy === 'writes')
      setTimeout(() => this.#releaseHeavy(reservation), Math.min(REST * ms, MAX_REST_MS)).unref();
    else if (heavy) this.#releaseHeavy(reservation);
    this.#admit();
  }

  #releaseHeavy({ caller, heavy, portalId }: Reservation): void {
    count(this.#heavy, heavy!, -1);
    if (caller && portalId !== undefined) count(this.#heavyOfPortals, `${portalId} ${heavy}`, -1);
    this.#admit();
  }

  /** Admits those that may run: the first of each lane in turn. */
  #admit(): void {
    while (this.#lanes.size > 0 && this.#heldCount < this.#size) {
      const waiter = this.#lanes.next(({ reservation }) => this.#mayHave(reservation));
      if (!waiter) return;
      this.#countWaiting(waiter.reservation, -1);
      this.#acquire(waiter.reservation);
      waiter.admit();
    }
  }

  #wait(lane: string, reservation: Reservation): Promise<void> {
    // locked-out kinds leave half of the room to others
    const room = this.#size * WAITERS_PER_CONNECTION * (this.#lockedOut.has(reservation.kind) ? 1 / 2 : 1);
    const { portalId } = reservation;
    const waitingOfPortal = portalId === undefined ? 0 : (this.#waitingOfPortals.get(portalId) ?? 0);
    if (this.#lanes.size + waitingOfPortal >= room) throw this.#refusal(reservation, 0);
    const ms = reservation.caller ? this.#waitMs : PATIENT_MS;
    const waited = metrics.postgres_pool_wait_seconds.startTimer({ pool: this.#name });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove();
        this.#countWaiting(reservation, -1);
        waited();
        reject(this.#refusal(reservation, ms));
      }, ms);
      const admit = (): void => {
        clearTimeout(timer);
        waited();
        resolve();
      };
      const remove = this.#lanes.add(lane, { reservation, admit });
      this.#countWaiting(reservation, 1);
    });
  }

  #countWaiting({ portalId }: Reservation, change: 1 | -1): void {
    if (portalId !== undefined) count(this.#waitingOfPortals, portalId, change);
  }

  /** Describes who is in the way, for the log. */
  #refusal({ kind, heavy, portalId }: Reservation, ms: number): DatabaseFull {
    metrics.postgres_pool_refusals_total.inc({ pool: this.#name });
    const sentences = [
      `${this.#heldCount} of ${this.#size} connections are held`,
      `${this.#kinds.get(kind) ?? 0} by this kind of work`,
      ...(portalId === undefined ? [] : [`${this.#portals.get(portalId) ?? 0} by this portal`]),
      ...(heavy ? [`${this.#heavy.get(heavy) ?? 0} by heavy ${heavy}`] : []),
      ...(this.#lockedOut.has(kind) ? ['the kind last failed at a lock of others'] : []),
      `${this.#lanes.size} wait`,
    ];
    return new DatabaseFull(
      `no connection within ${ms} ms: ${sentences.join(', ')}; ${kind.trim().slice(0, 200)}`,
    );
  }
}

function count<K>(counts: Map<K, number>, key: K, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
