import { FairQuota, FairSemaphore, ServerBusy, Unavailable, type Claim } from '@app/kernel';
import { metrics } from '@app/metrics';
import { ConnectionPoolExhausted, isLockedOut } from '../sql/errors.js';
import { requestContext, type RequestContext } from '../transactions/request-context.js';

/** The purpose of a connection. */
export interface ConnectionRequest {
  /** Identifies work that the same lock blocks: a statement, or the transactions of an operation. */
  kind: string;
  /** Heavy work for one request: searches, lists and counts, and transactions of requests with a large body. */
  isHeavy?: boolean;
}

export interface ConnectionLimiterOptions {
  /** The name of the pool in metrics. */
  name?: string;
  size: number;
  /** Milliseconds that a request waits for a connection. */
  waitMs?: number | undefined;
}

/** Maximum number of waiting requests, per connection of the pool. */
const WAITERS_PER_CONNECTION = 50;
/** Milliseconds that work outside requests waits; longer, because no caller waits for its result. */
const BACKGROUND_WAIT_MS = 10_000;
const HEAVY_PART = 1 / 5;
/** The share of the connections for kinds of work that last failed because of a table lock. */
const LOCKED_PART = 1 / 10;
const MAX_LOCKED_KINDS = 200;

/**
 * Limits connections per portal, kind of work, heavy work and locked tables. Portals and kinds of work share the
 * connections fairly, so that one locked table cannot take the whole pool. All heavy work shares a fifth. Kinds that
 * last failed because of a table lock share a tenth until one of their attempts succeeds. Work outside requests may
 * take any free connection.
 */
export class ConnectionLimiter {
  readonly #name: string;
  readonly #waitMs: number;
  readonly #connections: FairSemaphore;
  readonly #kinds: FairQuota;
  readonly #heavy: FairQuota;
  readonly #locked: FairQuota;
  readonly #lockedKinds = new Set<string>();

  constructor({ name = 'main', size, waitMs = 2_000 }: ConnectionLimiterOptions) {
    this.#name = name;
    this.#waitMs = waitMs;
    this.#connections = new FairSemaphore(size, 'connections', size * WAITERS_PER_CONNECTION);
    this.#kinds = new FairQuota(size);
    const createPart = (part: number) => new FairQuota(Math.max(1, Math.floor(size * part)));
    this.#heavy = createPart(HEAVY_PART);
    this.#locked = createPart(LOCKED_PART);
  }

  get waiting(): number {
    return this.#connections.waiting;
  }

  /**
   * Runs `work`, which holds one connection, as soon as its shares allow.
   * @throws ConnectionPoolExhausted if no connection is free for it in time, or its request has taken too long
   */
  async run<T>(connectionRequest: ConnectionRequest, work: () => Promise<T>): Promise<T> {
    const { kind } = connectionRequest;
    const leave = await this.#enter(connectionRequest, requestContext());
    try {
      const result = await work();
      this.#lockedKinds.delete(kind);
      return result;
    } catch (error) {
      if (isLockedOut(error)) this.#addLockedKind(kind);
      else if (!(error instanceof Unavailable)) this.#lockedKinds.delete(kind);
      throw error;
    } finally {
      leave();
    }
  }

  #addLockedKind(kind: string): void {
    if (this.#lockedKinds.size < MAX_LOCKED_KINDS) this.#lockedKinds.add(kind);
  }

  async #enter(connectionRequest: ConnectionRequest, caller?: RequestContext): Promise<() => void> {
    const { kind } = connectionRequest;
    if (caller?.isOverdue) throw new ConnectionPoolExhausted(`${caller.operation} has taken too long`);
    const portal = caller?.portalId?.toString();
    let stopTimer: (() => void) | undefined;
    try {
      return await this.#connections.enter(portal, 1, {
        listClaims: () => this.#listClaims(connectionRequest, caller, portal),
        lane: `${portal ?? ''} ${kind}`,
        waitMs: caller ? this.#waitMs : BACKGROUND_WAIT_MS,
        onWait: () => (stopTimer = metrics.postgres_pool_wait_seconds.startTimer({ pool: this.#name })),
      });
    } catch (error) {
      throw error instanceof ServerBusy ? this.#refusal(kind, portal) : error;
    } finally {
      stopTimer?.();
    }
  }

  #listClaims({ kind, isHeavy }: ConnectionRequest, caller?: RequestContext, portal?: string): Claim[] {
    const claims: Claim[] = [];
    if (isHeavy) claims.push({ quota: this.#heavy, owner: portal });
    if (caller) claims.push({ quota: this.#kinds, owner: kind });
    if (caller && this.#lockedKinds.has(kind)) claims.push({ quota: this.#locked, owner: kind });
    return claims;
  }

  /** The refusal, with the holders of the connections for the log. */
  #refusal(kind: string, portal?: string): ConnectionPoolExhausted {
    metrics.postgres_pool_refusals_total.inc({ pool: this.#name });
    const counts = [
      `${this.#connections.held} connections are held`,
      `${this.#connections.heldBy(portal)} by this portal`,
      `${this.#kinds.heldBy(kind)} by this kind of work`,
      `${this.#heavy.held} by heavy work`,
      `${this.#locked.held} by work that last failed at the lock of a table`,
      `${this.waiting} requests wait`,
    ];
    return new ConnectionPoolExhausted(
      `no connection in time: ${counts.join(', ')}; ${kind.trim().slice(0, 200)}`,
    );
  }
}
