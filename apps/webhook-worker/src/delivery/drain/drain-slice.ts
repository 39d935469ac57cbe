import { randomUUID } from 'node:crypto';
import { metrics } from '@app/metrics';
import { MailboxState } from '@app/webhooks';
import { inFlightLimit } from '../breaker/index.js';
import type { DeliveryAnswer } from '../http/index.js';
import type { DeliveryOutcome } from '../outcomes/index.js';
import { isRowError, logParked, parkReason, UnreadablePayload } from '../../edge/parking/index.js';
import type { DeliveryJob } from './delivery.js';
import { DuePages } from './due-pages.js';
import { Lease } from './lease.js';
import { MailboxProgress } from './mailbox-progress.js';
import type { DueDelivery, LeasedMailbox } from './mailbox.queries.js';
import { ObjectChains } from './object-chains.js';
import { isSuccess } from './sender.js';
import { Signal } from './signal.js';
import { withinTolerance, type SliceDependencies, type SliceResult } from './slice.js';

/** Deliveries of one webhook in flight at a time, once its slow start is over. */
const MAX_IN_FLIGHT = 10;
const SLICE_MS = 2_000;
const SLICE_DELIVERIES = 1_000;
/** While a delivery hangs, the slice keeps the lease and sends others after SLICE_MS, for at most this long. */
const MAX_SLICE_MS = 30_000;
const HANGING_MS = 1_000;
/** If all slots are busy and no delivery has started for this long, no page is read. */
const STUCK_MS = 100;
const MIN_WAIT_MS = 5;
const MAX_WAIT_MS = 500;

/** Holds a mailbox's lease for one time slice: probes if parked, sends due deliveries, releases the lease. */
export class DrainSlice {
  readonly #chains = new ObjectChains();
  /** When each delivery in flight was started. */
  readonly #inFlight = new Map<number, number>();
  readonly #unsaved = new Set<Promise<void>>();
  readonly #changed = new Signal();
  readonly #startedAt = performance.now();
  readonly #progress: MailboxProgress;
  readonly #pages: DuePages;
  #sent = 0;
  #lastSentAt = 0;
  /** Whether everything due as of the version of the last page is done; the release compares that version. */
  #isDone = false;
  /** Whether a limit of the host or the portal delays a delivery that could be sent. */
  #isRateLimited = false;
  #stopping = false;
  /** An error of a delivery other than its receiver's answer; it ends the slice. */
  #failure: { error: unknown } | undefined;

  private constructor(
    private readonly deps: SliceDependencies,
    private readonly lease: Lease,
    private readonly leased: LeasedMailbox,
  ) {
    this.#progress = new MailboxProgress(leased);
    this.#pages = new DuePages(deps.mailboxes, lease, this.#chains, this.#changed, leased, deps.ahead);
  }

  /**
   * Undefined when nothing is due or another worker has the lease.
   * @throws the error that makes the mailbox unreadable, after parking it
   */
  static async begin(deps: SliceDependencies, webhookId: number): Promise<DrainSlice | undefined> {
    const token = randomUUID();
    const requestedAt = performance.now();
    try {
      const leased = await deps.mailboxes.lease(webhookId, token);
      return leased && new DrainSlice(deps, new Lease(webhookId, token, requestedAt), leased);
    } catch (error) {
      if (isRowError(error)) await deps.mailboxes.park(webhookId, token, parkReason(error));
      throw error;
    }
  }

  /** Something new may be due in this mailbox. */
  wake(): void {
    this.#pages.wake();
  }

  /** Sends nothing new; `run` ends once what is in flight has ended. */
  stop(): void {
    this.#stopping = true;
    this.#changed.raise();
  }

  async run(): Promise<SliceResult> {
    const { mailboxes } = this.deps;
    this.lease.keep((webhookId, token) => mailboxes.renew(webhookId, token, this.#progress.release));
    this.deps.ahead.enter(this.#pages);
    try {
      if (this.#progress.isParked) await this.#probe();
      for (;;) {
        await this.#sendDueDeliveries();
        await this.#waitForOutcomes();
        this.#throwFailure();
        const released = await this.#release();
        if (released === 'stale') continue;
        const { isParked, p95Ms } = this.#progress;
        return { dueInMs: released.dueInMs, isParked, p95Ms, isWoken: this.#isDone && this.#pages.isWoken };
      }
    } catch (error) {
      await this.#releaseAfterError(error);
      throw error;
    } finally {
      this.deps.ahead.remove(this.#pages);
      this.lease.end();
    }
  }

  /**
   * Parks the mailbox if a row of it cannot be read; otherwise Postgres is down. Stores the outcomes of deliveries in
   * flight before releasing the lease, so no other worker resends them.
   */
  async #releaseAfterError(error: unknown): Promise<void> {
    this.#stopping = true;
    await this.#pages.settled();
    this.#chains.dropUnsent();
    await this.#waitForOutcomes();
    const { webhookId, token } = this.lease;
    const { mailboxes } = this.deps;
    const released = isRowError(error)
      ? mailboxes.park(webhookId, token, parkReason(error))
      : mailboxes.releaseWithWorkLeft(webhookId, token, this.#progress.release);
    await released.catch(() => undefined); // the lease expires
  }

  async #probe(): Promise<void> {
    const { webhook_id: webhookId, since } = this.leased;
    for (let failures = 0; failures < SLICE_DELIVERIES; failures += 1) {
      const target = await this.deps.mailboxes.probeTarget(webhookId, since, this.#progress.probeFrom);
      if (!target) return;
      const answer = await this.#post(target);
      if (answer && this.#isInconclusive(answer)) return;
      const outcome = answer && this.#progress.judge(target, answer, { now: this.#now(), probe: true });
      await this.deps.outcomes.add(outcome ?? this.#progress.unreadable(target));
      if (answer) return;
    }
  }

  /** Sends until nothing is due, or the slice is over. */
  async #sendDueDeliveries(): Promise<void> {
    while (this.#maySend()) {
      this.#throwFailure();
      const isStuck = this.#isStuck;
      if (!isStuck) this.#pages.requestNext();
      this.#fillSlots();
      this.#isDone = this.#inFlight.size === 0 && this.#pages.isExhausted;
      if (this.#isDone) return;
      // a slice is not notified when another one has left its host
      const longest = this.#isRateLimited ? 0 : isStuck ? MAX_WAIT_MS : this.#pages.nextPollInMs;
      await this.#changed.wait(Math.max(MIN_WAIT_MS, Math.min(longest, MAX_WAIT_MS)));
    }
    this.#isDone = false;
    await this.#pages.settled();
    this.#chains.dropUnsent();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #maySend(): boolean {
    const progress = this.#progress;
    if (this.#stopping || progress.mustDisable || progress.isParked || progress.holdMs !== undefined)
      return false;
    if (!this.lease.isValid || this.deps.outcomes.isFull) return false;
    const now = performance.now();
    const age = now - this.#startedAt;
    if (age < SLICE_MS && this.#sent < SLICE_DELIVERIES) return true;
    return age < MAX_SLICE_MS && [...this.#inFlight.values()].some((since) => now - since > HANGING_MS);
  }

  /** How many deliveries may be in flight. */
  get #slots(): number {
    return Math.max(1, inFlightLimit(this.#progress.health, MAX_IN_FLIGHT));
  }

  /** Whether nothing from another page could be sent. */
  get #isStuck(): boolean {
    return this.#inFlight.size >= this.#slots && performance.now() - this.#lastSentAt > STUCK_MS;
  }

  #fillSlots(): void {
    const { host } = this.#pages;
    this.#isRateLimited = false;
    while (this.#inFlight.size < this.#slots && !this.#failure && this.#maySend()) {
      const delivery = this.#chains.next();
      if (!delivery) return;
      if (!this.deps.limits.tryEnter(host, this.#pages.mailbox.portal_id)) {
        this.#isRateLimited = true;
        return this.#chains.returnFirst(delivery);
      }
      this.#sent += 1;
      this.#lastSentAt = performance.now();
      this.#inFlight.set(delivery.seq, this.#lastSentAt);
      void this.#deliver(delivery)
        .catch((error: unknown) => (this.#failure ??= { error }))
        .finally(() => {
          this.deps.limits.exit(host);
          this.#inFlight.delete(delivery.seq);
          this.#changed.raise();
        });
    }
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const answer = await this.#post(delivery);
    if (!answer) {
      this.#chains.ended(delivery);
      return this.#store(delivery, this.#progress.unreadable(delivery));
    }
    // it stays first in its chain, so later deliveries of the object wait until another slice has resent it
    if (this.#isInconclusive(answer)) return;
    const outcome = this.#progress.judge(delivery, answer, { now: this.#now(), probe: false });
    if (outcome.result === 'waiting') this.#pages.delayed();
    else this.#chains.ended(delivery);
    if (outcome.result === 'delivered' && outcome.number === 1) {
      metrics.webhook_event_to_delivery_seconds.observe(
        Math.max(0, this.#now().getTime() - delivery.fired_at.getTime()) / 1000,
      );
    }
    this.#store(delivery, outcome);
  }

  #store(delivery: DueDelivery, outcome: DeliveryOutcome): void {
    const stored = this.deps.outcomes.add(outcome).then(async () => {
      // A page requested before the outcome was stored must not count as newer.
      await this.#pages.settled();
      this.#chains.stored(delivery);
      this.#unsaved.delete(stored);
      this.#changed.raise();
    });
    this.#unsaved.add(stored);
  }

  /** After the lease expired, a failure says nothing about the receiver: this process was probably paused. */
  #isInconclusive(answer: DeliveryAnswer): boolean {
    return !isSuccess(answer) && !this.lease.isValid;
  }

  /** Undefined when the delivery cannot be read, which no retry would change. */
  async #post(delivery: DeliveryJob): Promise<DeliveryAnswer | undefined> {
    try {
      return await this.deps.sender.send(this.#pages.mailbox, delivery, {
        time: this.#now(),
        mayWrite: () => this.lease.isValid,
      });
    } catch (error) {
      if (!(error instanceof UnreadablePayload)) throw error;
      logParked(this.deps.logger, 'delivery', error, { webhook_id: delivery.webhook_id, seq: delivery.seq });
      return undefined;
    }
  }

  async #waitForOutcomes(): Promise<void> {
    while (this.#inFlight.size > 0) await this.#changed.wait(MAX_WAIT_MS);
    await Promise.all(this.#unsaved);
  }

  /** @returns `stale` if new deliveries arrived and the slice still has time for them */
  async #release(): Promise<{ dueInMs: number | undefined } | 'stale'> {
    const { mailboxes, disabling } = this.deps;
    const { webhookId, token } = this.lease;
    const ending = this.#progress.release;
    if (this.#progress.mustDisable) {
      await disabling.disable(webhookId, token, ending);
      return { dueInMs: undefined };
    }
    if (!this.lease.isValid) return { dueInMs: undefined };
    if (this.#progress.isParked && this.leased.state === MailboxState.open)
      await disabling.reportParked(webhookId, token, ending);
    const idle = this.#progress.isParked || this.#progress.holdMs !== undefined;
    if (!idle && !this.#isDone) return mailboxes.releaseWithWorkLeft(webhookId, token, ending);
    const version = idle ? await this.#pages.currentVersion() : this.#pages.mailbox.version;
    const released = await mailboxes.release(webhookId, token, {
      ...ending,
      since: this.leased.since,
      leasedDue: this.leased.due,
      version,
    });
    if (released === 'stale') this.#pages.wake();
    if (released !== 'stale' || idle || this.#maySend()) return released;
    return mailboxes.releaseWithWorkLeft(webhookId, token, ending);
  }

  /** This machine's time, or Postgres's if they differ noticeably, even if only since the lease was taken. */
  #now(): Date {
    const here = this.deps.clock.now();
    const databaseMs = this.leased.now.getTime() + performance.now() - this.#startedAt;
    return withinTolerance(here, databaseMs) ? here : new Date(databaseMs);
  }
}
