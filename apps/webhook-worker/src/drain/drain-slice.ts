import { randomUUID } from 'node:crypto';
import type { Clock } from '@app/kernel';
import { afterFailure, afterSuccess, inFlightLimit, mustDisable, nextProbeDelay, type Health } from '../breaker/health.js';
import { retryAfterDelay, retryDelay } from '../breaker/retry-schedule.js';
import type { DeliveryAnswer } from '../http/delivery-answer.js';
import type { OutcomeWriter } from '../outcomes/outcome-writer.js';
import { MailboxState, type Delivery } from '../shared/delivery.js';
import type { Disabler } from './disabler.js';
import { Latencies } from './latencies.js';
import { Lease } from './lease.js';
import type { InFlightByKey, RateByKey } from './limits.js';
import type { DueDelivery, LeasedMailbox, MailboxQueries, MailboxRow, Release } from './mailbox.queries.js';
import { ObjectChains } from './object-chains.js';
import { isSuccess, type Sender } from './sender.js';
import { Signal } from './signal.js';

export interface SliceDependencies {
  mailboxes: MailboxQueries;
  outcomes: OutcomeWriter;
  sender: Sender;
  disabler: Disabler;
  hosts: InFlightByKey;
  portals: RateByKey;
  clock: Clock;
}

export interface SliceResult {
  /** Milliseconds until the mailbox is due again; undefined: when something new comes. */
  dueInMs: number | undefined;
  slow: { parked: boolean; p95Ms: number };
}

const PAGE = 200;
const SLICE_MS = 2_000;
const SLICE_DELIVERIES = 1_000;
/** While a delivery hangs the slice's place is taken anyway, so it goes on for the others, up to this. */
const LONGEST_SLICE_MS = 30_000;
const HANGING_MS = 1_000;
/** How soon Postgres is asked again for new work while some is in flight; doubled while none comes. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 500;
/** The signature uses the corrected clock only when the difference is beyond measuring errors. */
const CLOCK_TOLERANCE_MS = 2_000;

/** One turn of one mailbox under one lease: probe when parked, then send what is due, then give the lease back. */
export class DrainSlice {
  private readonly chains = new ObjectChains();
  private readonly inFlight = new Map<number, number>();
  private readonly unsaved = new Set<Promise<void>>();
  private readonly changed = new Signal();
  private readonly startedAt = performance.now();
  private readonly latencies: Latencies;
  private readonly clockOffsetMs: number;
  private mailbox: MailboxRow;
  private health: Health;
  private probeSeq: number | null;
  private probeFailures: number;
  private holdMs: number | undefined;
  private sent = 0;
  private loading: Promise<void> | undefined;
  private lookedAt = 0;
  private lookMs = FIRST_LOOK_MS;
  /** Whether the last page was empty, so that its version may be compared at the release. */
  private sawNothing = false;
  private disabled = false;
  private stopping = false;

  private constructor(
    private readonly deps: SliceDependencies,
    private readonly lease: Lease,
    private readonly leased: LeasedMailbox,
  ) {
    this.mailbox = leased;
    this.health = healthOf(leased);
    this.probeSeq = leased.probe_seq;
    this.probeFailures = leased.probe_failures;
    this.latencies = new Latencies(leased.p95_ms);
    const offset = leased.now.getTime() - deps.clock.now().getTime();
    this.clockOffsetMs = Math.abs(offset) > CLOCK_TOLERANCE_MS ? offset : 0;
  }

  /** Undefined when there is nothing due or another worker has the lease. */
  static async begin(deps: SliceDependencies, webhookId: number): Promise<DrainSlice | undefined> {
    const token = randomUUID();
    const asked = performance.now();
    const leased = await deps.mailboxes.lease(webhookId, token);
    if (!leased) return undefined;
    return new DrainSlice(deps, new Lease(webhookId, token, asked), leased);
  }

  /** Something new may be due in this mailbox. */
  wake(): void {
    this.lookMs = 0;
    this.changed.raise();
  }

  /** Sends nothing new; `run` ends once what is in flight has ended. */
  stop(): void {
    this.stopping = true;
    this.changed.raise();
  }

  async run(): Promise<SliceResult> {
    this.lease.keep((webhookId, token) => this.deps.mailboxes.renew(webhookId, token, this.progress()));
    try {
      if (this.health.state === 'parked') await this.probe();
      for (;;) {
        await this.feed();
        await this.settle();
        const dueInMs = await this.release();
        if (dueInMs !== 'stale') return this.result(dueInMs);
      }
    } finally {
      this.lease.end();
    }
  }

  private async probe(): Promise<void> {
    const { webhook_id: webhookId, since } = this.leased;
    const repeated = this.probeFailures >= 2;
    const after = this.probeSeq === null ? 0 : repeated ? this.probeSeq + 1 : this.probeSeq;
    const target = await this.deps.mailboxes.probeTarget(webhookId, since, after);
    if (!target) return;
    if (target.seq !== this.probeSeq) this.probeFailures = 0;
    this.probeSeq = target.seq;
    const answer = await this.post(target);
    if (!isSuccess(answer)) this.probeFailures += 1;
    await this.conclude(target, answer, { probe: true });
    await this.settle();
  }

  /** Sends until nothing is due, or the turn is over. */
  private async feed(): Promise<void> {
    this.sawNothing = false;
    while (this.maySend()) {
      await this.look();
      this.startWhatMay();
      if (this.inFlight.size === 0 && this.chains.readyCount === 0) {
        if (this.sawNothing && this.unsaved.size === 0) return;
        if (this.sawNothing) await this.saved();
        this.lookMs = 0;
        continue;
      }
      await this.changed.wait(Math.max(5, this.lookMs));
    }
    this.chains.dropUnsent();
  }

  private maySend(): boolean {
    if (this.stopping || this.disabled || this.holdMs !== undefined) return false;
    if (this.health.state === 'parked' || !this.lease.holds || this.deps.outcomes.isFull) return false;
    const now = performance.now();
    const age = now - this.startedAt;
    if (age < SLICE_MS && this.sent < SLICE_DELIVERIES) return true;
    const hanging = [...this.inFlight.values()].some((since) => now - since > HANGING_MS);
    return hanging && age < LONGEST_SLICE_MS;
  }

  /** Reads a page when the hand is nearly empty and it is time to. */
  private async look(): Promise<void> {
    const now = performance.now();
    if (this.chains.readyCount >= PAGE / 2 || now - this.lookedAt < this.lookMs) return;
    this.loading = this.load();
    await this.loading;
    this.loading = undefined;
  }

  private async load(): Promise<void> {
    const taken = this.chains.taken;
    const page = await this.deps.mailboxes.page(this.lease.webhookId, this.lease.token, {
      since: this.leased.since,
      taken,
      limit: PAGE,
    });
    this.lookedAt = performance.now();
    if (!page) return this.lease.lose();
    const { deliveries, ...mailbox } = page;
    this.mailbox = mailbox;
    const blocked = deliveries.filter(({ blocked_until }) => blocked_until !== null);
    for (const delivery of deliveries) if (delivery.blocked_until === null) this.chains.add(delivery);
    if (blocked.length > 0) await this.deps.mailboxes.putOff(blocked);
    this.sawNothing = deliveries.length === 0 && taken.length === 0;
    if (deliveries.length === PAGE) this.lookMs = 0;
    else if (deliveries.length > 0) this.lookMs = FIRST_LOOK_MS;
    else this.lookMs = Math.min(Math.max(this.lookMs * 2, FIRST_LOOK_MS), LAST_LOOK_MS);
  }

  private startWhatMay(): void {
    while (this.inFlight.size < inFlightLimit(this.health, this.mailbox.max_in_flight) && this.maySend()) {
      const delivery = this.chains.next();
      if (!delivery) return;
      const host = new URL(this.mailbox.url).host;
      if (!this.deps.hosts.tryEnter(host)) return this.chains.putBack(delivery);
      if (!this.deps.portals.tryTake(this.mailbox.portal_id)) {
        this.deps.hosts.leave(host);
        return this.chains.putBack(delivery);
      }
      this.sent += 1;
      this.inFlight.set(delivery.seq, performance.now());
      void this.deliver(delivery).finally(() => {
        this.deps.hosts.leave(host);
        this.inFlight.delete(delivery.seq);
        this.changed.raise();
      });
    }
  }

  private async deliver(delivery: DueDelivery): Promise<void> {
    const answer = await this.post(delivery);
    const saved = this.conclude(delivery, answer, { probe: false });
    const stored = saved.then(async () => {
      // A page that was read before the outcome was stored must not be taken for a newer one.
      await this.loading;
      this.chains.stored(delivery);
      this.unsaved.delete(stored);
      this.changed.raise();
    });
    this.unsaved.add(stored);
  }

  private async post(delivery: Delivery): Promise<DeliveryAnswer> {
    const answer = await this.deps.sender.send(this.mailbox, delivery, {
      clockOffsetMs: this.clockOffsetMs,
      mayWrite: () => this.lease.holds,
    });
    this.latencies.add(answer.durationMs);
    return answer;
  }

  /** What the answer means for the delivery and for the webhook. Resolves when it is stored. */
  private conclude(delivery: Delivery, answer: DeliveryAnswer, { probe }: { probe: boolean }): Promise<void> {
    const now = this.now();
    const success = isSuccess(answer);
    const common = {
      delivery,
      number: delivery.attempts + 1,
      durationMs: answer.durationMs,
      status: answer.status,
      error: answer.error,
      response: answer.response,
      probe,
      counts: !probe,
    };
    if (success) {
      this.health = afterSuccess(this.health, now);
      this.probeSeq = null;
      this.probeFailures = 0;
      if (!probe) this.chains.ended(delivery as DueDelivery);
      return this.deps.outcomes.add({ ...common, result: 'delivered' });
    }
    this.health = afterFailure(this.health, now);
    if (mustDisable(this.health, answer.status, now)) this.disabled = true;
    const nextInMs = probe ? undefined : retryDelay(delivery.round_tries + 1);
    const hold = retryAfterDelay(answer, nextInMs ?? (probe ? nextProbeDelay(this.health) : 0), now);
    if (hold !== undefined) this.holdMs = Math.max(this.holdMs ?? 0, hold);
    if (probe) return this.deps.outcomes.add({ ...common, result: 'waiting' });
    if (nextInMs === undefined) {
      this.chains.ended(delivery as DueDelivery);
      return this.deps.outcomes.add({ ...common, result: 'failed' });
    }
    this.chains.broke(delivery as DueDelivery);
    return this.deps.outcomes.add({ ...common, result: 'waiting', nextInMs: Math.max(nextInMs, hold ?? 0) });
  }

  private async settle(): Promise<void> {
    while (this.inFlight.size > 0) await this.changed.wait(LAST_LOOK_MS);
    await this.saved();
  }

  private async saved(): Promise<void> {
    await Promise.all(this.unsaved);
  }

  /** `stale`: there is more to do, and time for it. */
  private async release(): Promise<number | undefined | 'stale'> {
    const { webhookId, token } = this.lease;
    if (this.disabled) {
      await this.deps.disabler.disable(webhookId, token, this.progress());
      return undefined;
    }
    if (!this.lease.holds) return undefined;
    if (this.health.state === 'parked' || this.holdMs !== undefined) return this.releaseIdle();
    if (!this.sawNothing) return this.releaseWithWorkLeft();
    const released = await this.deps.mailboxes.release(webhookId, token, {
      ...this.ending(),
      since: this.leased.since,
      version: this.mailbox.version,
    });
    if (released !== 'stale') return released.dueInMs;
    return this.maySend() ? 'stale' : this.releaseWithWorkLeft();
  }

  /** Parked, or asked to stay away: new work changes nothing about when it is due. */
  private async releaseIdle(): Promise<number | undefined | 'stale'> {
    const { webhookId, token } = this.lease;
    const page = await this.deps.mailboxes.page(webhookId, token, { since: this.leased.since, taken: [], limit: 0 });
    if (!page) return undefined;
    const options = { ...this.ending(), since: this.leased.since, version: page.version };
    const released = await this.deps.mailboxes.release(webhookId, token, options);
    return released === 'stale' ? 'stale' : released.dueInMs;
  }

  private async releaseWithWorkLeft(): Promise<number | undefined> {
    const released = await this.deps.mailboxes.releaseWithWorkLeft(this.lease.webhookId, this.lease.token, this.ending());
    return released === 'stale' ? undefined : released.dueInMs;
  }

  private progress() {
    return {
      health: this.health,
      p95Ms: this.latencies.p95,
      probeSeq: this.probeSeq,
      probeFailures: this.probeFailures,
    };
  }

  private ending(): Release {
    return {
      ...this.progress(),
      nextProbeInMs: this.health.state === 'parked' ? nextProbeDelay(this.health) : undefined,
      holdMs: this.holdMs,
    };
  }

  private result(dueInMs: number | undefined): SliceResult {
    return { dueInMs, slow: { parked: this.health.state === 'parked', p95Ms: this.latencies.p95 } };
  }

  private now(): Date {
    return new Date(this.deps.clock.now().getTime() + this.clockOffsetMs);
  }
}

function healthOf(leased: LeasedMailbox): Health {
  return {
    state: leased.state === MailboxState.parked ? 'parked' : 'open',
    failuresInRow: leased.failures_in_row,
    failingSince: leased.failing_since,
    failingForMs: leased.failing_for_ms,
    lastSuccess: leased.last_success_time,
    lastTry: leased.last_try_time,
    probes: leased.probes,
    ramp: leased.ramp,
  };
}
