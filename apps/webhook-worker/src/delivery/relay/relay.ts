import { Inject, Injectable } from '@nestjs/common';
import { Database, DatabaseUnavailable, DatabaseBusy, isRowLocked, type Transaction } from '@app/database';
import { LOGGER, SingleFlight, type Logger } from '@app/kernel';
import { SHARDS } from '@app/events';
import { metrics } from '@app/metrics';
import { isTracing, readTraceparent, startSpan } from '@app/tracing';
import { MailboxHints } from '../drain/index.js';
import { isRowError, logParked, parkReason } from '../../edge/parking/index.js';
import { lockedPortals, lockMailboxes } from './create-deliveries.queries.js';
import {
  type PendingEvent,
  type EventTrace,
  type WideEvent,
  advanceWideEvent,
  findWideEvent,
  listAudience,
  listPendingEvents,
  listShardsWithEvents,
  listTraces,
  parkEvent,
  queueDeliveries,
  queueWideDeliveries,
  tryLockShards,
} from './relay.queries.js';

/**
 * Events in one transaction, divided evenly among its shards, with a minimum for each. The first transaction is
 * small, so that sending begins while the next is relayed; each is twice as large as the one before.
 */
const FIRST_BATCH = 500;
const BATCH = 4_000;
const MIN_OF_SHARD = 16;
/**
 * How soon, in milliseconds, to check shards again that another relay was working on: it may have started before
 * their newest event.
 */
const LOCKED_MS = 25;

/** How long, in milliseconds, a portal is skipped after one of its mailboxes was locked for too long. */
const SKIP_MS = 1_000;

/** How long, in milliseconds, wide events are skipped after one had to wait too long for a table. */
const WIDE_PAUSE_MS = 5_000;

/** Records a span in each trace of a batch of events. @param startMs since 1970 */
function recordSpans(traces: readonly EventTrace[], startMs: number): void {
  for (const { trace_context, type } of traces) {
    const parent = readTraceparent(trace_context);
    if (!parent) continue;
    const attributes = { 'event.type': type, 'relay.batch_size': traces.length };
    startSpan('relay event', { kind: 'consumer', parent, startMs, attributes })?.end();
  }
}

const listPortals = (batch: readonly PendingEvent[]): number[] => [
  ...new Set(batch.map(({ portal_id }) => portal_id)),
];

interface Step {
  worked: boolean;
  /** Shards that may have more. */
  more: number[];
  /** Shards that another relay is working on. */
  locked: number[];
}

interface NarrowStep extends Step {
  /** Whether there is also a wide event. */
  hasWide: boolean;
}

/**
 * Turns events of the outbox into deliveries: resolves subscriptions, assigns sequences, wakes the mailboxes. Any
 * number of relays may run; each takes whole shards. One process works on all its shards together, one transaction
 * after the other: transactions for single shards would block each other at the mailboxes.
 */
@Injectable()
export class Relay {
  readonly #requestedShards = new Set<number>();
  readonly #runs = new SingleFlight(() => this.#empty());
  /** By `performance.now()`. */
  #wideNotBefore = 0;
  /** The owner of the last wide event that was read: owners take turns. */
  #lastOwner = 0;
  /** Portals whose events stay in the outbox, and until when, by `performance.now()`. */
  readonly #skippedUntil = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly hints: MailboxHints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Works on every shard that has events. @returns whether there were any */
  async relayAll(): Promise<boolean> {
    const shards = await listShardsWithEvents(this.database);
    return shards.length > 0 && this.relay(...shards);
  }

  /**
   * Empties shards, together with others requested meanwhile. @returns whether a run that began afterwards had events
   */
  async relay(...shards: number[]): Promise<boolean> {
    for (const shard of shards) {
      if (Number.isInteger(shard) && shard >= 0 && shard < SHARDS) this.#requestedShards.add(shard);
    }
    return (await this.#runs.again()) ?? false;
  }

  /** Starts nothing more; resolves when no shard is being worked on. */
  stop(): Promise<void> {
    return this.#runs.stop();
  }

  async #empty(): Promise<boolean> {
    // hints arrive one by one: those that have already arrived go into one transaction
    await new Promise((resolve) => setImmediate(resolve));
    let worked = false;
    for (
      let size = FIRST_BATCH;
      this.#requestedShards.size > 0 && !this.#runs.isStopped;
      size = Math.min(2 * size, BATCH)
    ) {
      const shards = [...this.#requestedShards];
      this.#requestedShards.clear();
      const step = await this.#step(shards, size);
      worked ||= step.worked;
      for (const shard of step.more) this.#requestedShards.add(shard);
      if (step.locked.length === 0) continue;
      if (this.#requestedShards.size === 0) await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
      for (const shard of step.locked) this.#requestedShards.add(shard);
    }
    return worked;
  }

  async #step(shards: number[], size: number): Promise<Step> {
    const limit = Math.max(MIN_OF_SHARD, Math.floor(size / shards.length));
    try {
      const step = await this.#narrowStep(shards, limit);
      return step.hasWide ? await this.#wideStep(shards, step) : step;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        this.logger.error({ err: error, shards }, 'shards of the outbox could not be relayed');
      }
      throw error;
    }
  }

  async #narrowStep(shards: number[], limit: number): Promise<NarrowStep> {
    let batch: PendingEvent[] = [];
    const keepBatch = (rows: PendingEvent[]): void => void (batch = rows);
    try {
      return await this.database.write((tx) => this.#transaction(tx, shards, limit, keepBatch));
    } catch (error) {
      if (isRowError(error)) return this.#isolate(shards);
      if (!(error instanceof DatabaseBusy && (await this.#skipPortals(listPortals(batch), error))))
        throw error;
      return { worked: true, more: [], locked: shards, hasWide: false };
    }
  }

  /**
   * Skips portals with a locked mailbox for one second, for example after a process stopped in the middle of a commit.
   * Their events stay in the outbox, in order.
   * @returns whether a mailbox lock caused the error
   */
  async #skipPortals(portalIds: readonly number[], error: DatabaseBusy): Promise<boolean> {
    const locked = await this.database.write((tx) => lockedPortals(tx, portalIds));
    const until = performance.now() + SKIP_MS;
    for (const id of locked) this.#skippedUntil.set(id, until);
    // Postgres does not say which row a second waiter waits for
    const isOfMailbox = locked.length > 0 || isRowLocked(error);
    if (isOfMailbox)
      this.logger.warn({ err: error, portals: locked }, 'relay skipped portals with locked mailboxes');
    return isOfMailbox;
  }

  #skippedPortals(): number[] {
    const now = performance.now();
    for (const [id, until] of this.#skippedUntil) if (until < now) this.#skippedUntil.delete(id);
    return [...this.#skippedUntil.keys()];
  }

  /**
   * An event in these shards cannot be relayed. Relays the events before it, shard by shard, and parks it.
   */
  async #isolate(shards: number[]): Promise<NarrowStep> {
    const steps: NarrowStep[] = [];
    for (const shard of shards) {
      for (let limit = MIN_OF_SHARD; ; limit = Math.floor(limit / 2)) {
        let first: PendingEvent | undefined;
        const keepFirst = (batch: PendingEvent[]): void => void (first = batch[0]);
        try {
          steps.push(await this.database.write((tx) => this.#transaction(tx, [shard], limit, keepFirst)));
          break;
        } catch (error) {
          if (!isRowError(error)) throw error;
          if (limit > 1) continue;
          if (!first) throw error;
          await this.#park(first, error);
          break;
        }
      }
    }
    return {
      worked: true,
      more: shards,
      locked: steps.flatMap(({ locked }) => locked),
      hasWide: steps.some(({ hasWide }) => hasWide),
    };
  }

  /**
   * Relays a wide event to its next portals, separately from the narrow ones: its portals are read from other tables,
   * and a delay there must not delay other events. It waits while a mailbox of one of these portals is locked.
   */
  async #wideStep(shards: number[], narrow: Step): Promise<Step> {
    if (performance.now() < this.#wideNotBefore) return narrow;
    let tried: WideEvent | undefined;
    try {
      await this.database.write(async (tx) => {
        tried = undefined;
        const wide = await this.#nextWide(tx, await tryLockShards(tx, shards));
        if (!wide) return;
        tried = wide;
        const portals = await listAudience(tx, wide);
        const webhooks = await lockMailboxes(tx, portals);
        const mailboxes = await queueWideDeliveries(tx, wide, webhooks);
        await advanceWideEvent(tx, wide, portals.at(-1));
        tx.afterCommit(() => this.hints.wake(mailboxes));
      });
    } catch (error) {
      const event = tried;
      if (isRowError(error) && event) {
        await this.#park(event, error);
      } else if (error instanceof DatabaseBusy) {
        const pauseMs = isRowLocked(error) ? SKIP_MS : WIDE_PAUSE_MS;
        this.#wideNotBefore = performance.now() + pauseMs;
        this.logger.warn({ err: error, event: event?.id }, 'a wide event waits for a lock');
        return narrow;
      } else throw error;
    } finally {
      this.#lastOwner = tried?.portal_id ?? 0;
    }
    return { worked: true, more: [...new Set([...narrow.more, ...shards])], locked: narrow.locked };
  }

  /** The next wide event, of the owner whose turn it is. */
  async #nextWide(tx: Transaction, shards: number[]): Promise<WideEvent | undefined> {
    const next = await findWideEvent(tx, shards, this.#lastOwner);
    return next ?? findWideEvent(tx, shards, 0);
  }

  /** Parks an event, unless another relay is working on its shard or has done so. */
  #park(event: Pick<PendingEvent, 'shard' | 'id' | 'portal_id'>, error: unknown): Promise<void> {
    return this.database.write(async (tx) => {
      const { shard, id, portal_id } = event;
      if ((await tryLockShards(tx, [shard])).length === 0) return;
      if (!(await parkEvent(tx, event, parkReason(error)))) return;
      tx.afterCommit(() => logParked(this.logger, 'event', error, { shard, event: id, portal_id }));
    });
  }

  /** @param onBatch called with the events that are about to be relayed */
  async #transaction(
    tx: Transaction,
    wantedShards: number[],
    limit: number,
    onBatch?: (batch: PendingEvent[]) => void,
  ): Promise<NarrowStep> {
    const shards = await tryLockShards(tx, wantedShards);
    const locked = wantedShards.filter((shard) => !shards.includes(shard));
    if (shards.length === 0) return { worked: false, more: [], locked, hasWide: false };
    const batch = await listPendingEvents(tx, shards, limit, this.#skippedPortals());
    onBatch?.(batch);
    await this.#narrow(tx, batch);
    const hasWide = (await findWideEvent(tx, shards, 0)) !== undefined;
    const full = (shard: number) => batch.filter((event) => event.shard === shard).length === limit;
    return { worked: batch.length > 0, more: shards.filter(full), locked, hasWide };
  }

  /** Relays events that are only for their own portals. */
  async #narrow(tx: Transaction, batch: PendingEvent[]): Promise<void> {
    if (batch.length === 0) return;
    const startMs = Date.now();
    const traces = isTracing() ? await listTraces(tx, batch) : [];
    const webhooks = await lockMailboxes(tx, listPortals(batch));
    const mailboxes = await queueDeliveries(tx, batch, webhooks);
    tx.afterCommit(() => {
      recordSpans(traces, startMs);
      this.hints.wake(mailboxes);
      metrics.webhook_events_relayed_total.inc(batch.length);
    });
  }
}
