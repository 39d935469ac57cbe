import type { EventEmitter } from 'node:events';
import { FairQueue } from './fair-queue.js';
import { FairQuota } from './fair-quota.js';
import { meetLimit, type BusyLimitName } from './load-limits.js';
import { ServerBusy } from '../errors/problem.js';

const WAIT_MS = 2_000;

export interface Claim {
  quota: FairQuota;
  owner: string | undefined;
  amount?: number;
}

interface EntryOptions {
  /** Lists the amounts to take from other quotas together; called at each attempt to enter. */
  listClaims?: () => readonly Claim[];
  /** The lane to wait in; by default the owner's. */
  lane?: string;
  waitMs?: number;
  /** Stops waiting when this emits `close`. */
  client?: EventEmitter | undefined;
  /** Called if the entry has to wait. */
  onWait?: () => void;
}

/**
 * A {@link FairQuota} for which requests wait. Lanes of waiting requests are served in turn; a waiting request holds
 * nothing.
 */
export class FairSemaphore {
  readonly #quota: FairQuota;
  /** Positions in the queue, which owners share by the same rule. */
  readonly #positions: FairQuota;
  /** Functions that try to enter, and return whether they have. */
  readonly #queue = new FairQueue<() => boolean>();

  /**
   * @param size of the quota, in any unit
   * @param maxWaiting maximum number of waiting requests
   */
  constructor(
    size: number,
    private readonly limit: BusyLimitName,
    maxWaiting = Infinity,
  ) {
    this.#quota = new FairQuota(size);
    this.#positions = new FairQuota(maxWaiting);
  }

  get held(): number {
    return this.#quota.held;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  heldBy(owner: string | undefined): number {
    return this.#quota.heldBy(owner);
  }

  /**
   * Takes an amount of this quota and of others.
   * @param owner without one, the amount need only be free
   * @returns a function that releases everything, once
   * @throws ServerBusy if it is not free in time, or too many requests wait
   */
  async enter(owner: string | undefined, amount = 1, options: EntryOptions = {}): Promise<() => void> {
    meetLimit(this.limit);
    const { lane = owner ?? '', listClaims = () => [] } = options;
    const tryTake = () => tryTakeAll([{ quota: this.#quota, owner, amount }, ...listClaims()]);
    const takenClaims = this.#queue.countIn(lane) === 0 ? tryTake() : undefined;
    const claims = takenClaims ?? (await this.#wait(owner, lane, tryTake, options));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const claim of claims) claim.quota.release(claim.owner, claim.amount);
      while (this.#queue.next((tryEnter) => tryEnter()));
    };
  }

  #wait(
    owner: string | undefined,
    lane: string,
    tryTake: () => readonly Claim[] | undefined,
    { waitMs = WAIT_MS, client, onWait }: EntryOptions,
  ): Promise<readonly Claim[]> {
    if (!this.#positions.mayTake(owner)) throw new ServerBusy(this.limit);
    this.#positions.acquire(owner);
    onWait?.();
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        client?.off('close', refuse);
        this.#positions.release(owner);
      };
      const refuse = (): void => {
        stop();
        remove();
        reject(new ServerBusy(this.limit));
      };
      const tryEnter = (): boolean => {
        const claims = tryTake();
        if (!claims) return false;
        stop();
        resolve(claims);
        return true;
      };
      const remove = this.#queue.add(lane, tryEnter);
      const timer = setTimeout(refuse, waitMs);
      client?.once('close', refuse);
    });
  }
}

function tryTakeAll(claims: readonly Claim[]): readonly Claim[] | undefined {
  if (!claims.every(({ quota, owner, amount }) => quota.mayTake(owner, amount))) return undefined;
  for (const { quota, owner, amount } of claims) quota.acquire(owner, amount);
  return claims;
}
