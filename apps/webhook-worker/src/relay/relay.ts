import { Inject, Injectable } from '@nestjs/common';
import { Database, DatabaseAway, type Transaction } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { SHARDS } from '@app/events';
import { MailboxHints } from '../drain/index.js';
import { WorkerMetrics } from '../metrics/index.js';
import { RelayQueries, type TouchedMailbox } from './relay.queries.js';

/**
 * Events in one transaction, shared out evenly among its shards, but so many for each at least. The first is small,
 * so that sending begins while the next is relayed; each is twice as large as the one before.
 */
const FIRST_BATCH = 500;
const BATCH = 4_000;
const LEAST_OF_SHARD = 16;
/** How soon shards are looked at again that another relay was at: it may have begun before their newest event. */
const LOCKED_MS = 25;

interface Step {
  worked: boolean;
  /** Shards that may have more. */
  more: number[];
  /** Shards that another relay is at. */
  locked: number[];
}

/**
 * Turns events of the outbox into deliveries: resolves subscriptions, gives out sequences, wakes the mailboxes.
 * Any number of relays may run; each takes whole shards. One process works on all its shards together, one
 * transaction after the other: transactions of single shards would wait for each other at the mailboxes.
 */
@Injectable()
export class Relay {
  private readonly asked = new Set<number>();
  private working: Promise<boolean> | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly queries: RelayQueries,
    private readonly hints: MailboxHints,
    private readonly metrics: WorkerMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Works on every shard that has events. @returns whether there were any */
  async relayAll(): Promise<boolean> {
    const shards = await this.queries.busyShards();
    return shards.length > 0 && this.relay(...shards);
  }

  /** Empties shards, together with what else is asked for meanwhile. @returns whether there were events */
  relay(...shards: number[]): Promise<boolean> {
    for (const shard of shards) {
      if (Number.isInteger(shard) && shard >= 0 && shard < SHARDS) this.asked.add(shard);
    }
    this.working ??= this.empty().finally(() => {
      this.working = undefined;
      if (this.asked.size > 0 && !this.stopped) void this.relay().catch(() => undefined);
    });
    return this.working;
  }

  /** Takes nothing more up; resolves when no shard is being worked on. */
  async stop(): Promise<void> {
    this.stopped = true;
    while (this.working) await this.working.catch(() => undefined);
  }

  private async empty(): Promise<boolean> {
    // hints come one by one: those that are here already go into one transaction
    await new Promise((resolve) => setImmediate(resolve));
    let worked = false;
    for (let size = FIRST_BATCH; this.asked.size > 0 && !this.stopped; size = Math.min(2 * size, BATCH)) {
      const shards = [...this.asked];
      this.asked.clear();
      const step = await this.step(shards, size);
      worked ||= step.worked;
      for (const shard of step.more) this.asked.add(shard);
      if (step.locked.length === 0) continue;
      if (this.asked.size === 0) await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
      for (const shard of step.locked) this.asked.add(shard);
    }
    return worked;
  }

  private async step(shards: number[], size: number): Promise<Step> {
    try {
      return await this.database.write((tx) => this.transaction(tx, shards, size));
    } catch (error) {
      if (!(error instanceof DatabaseAway)) {
        this.logger.error({ err: error, shards }, 'shards of the outbox could not be relayed');
      }
      throw error;
    }
  }

  private async transaction(tx: Transaction, asked: number[], size: number): Promise<Step> {
    const shards = await this.queries.tryLock(tx, asked);
    const locked = asked.filter((shard) => !shards.includes(shard));
    if (shards.length === 0) return { worked: false, more: [], locked };
    const wake = (mailboxes: TouchedMailbox[]) => tx.afterCommit(() => this.hints.wake(mailboxes));

    const limit = Math.max(LEAST_OF_SHARD, Math.floor(size / shards.length));
    const batch = await this.queries.batch(tx, shards, limit);
    if (batch.length > 0) {
      await this.queries.lockWebhooks(tx, [...new Set(batch.map(({ portal_id }) => portal_id))]);
      wake(await this.queries.deliver(tx, batch));
      tx.afterCommit(() => this.metrics.relayed.inc(batch.length));
    }

    const wide = await this.queries.wideEvent(tx, shards);
    if (wide) {
      const portals = await this.queries.audience(tx, wide);
      await this.queries.lockWebhooks(tx, portals);
      wake(await this.queries.deliverWide(tx, wide, portals));
      await this.queries.advance(tx, wide, portals.at(-1));
    }
    const full = (shard: number) => batch.filter((event) => event.shard === shard).length === limit;
    return {
      worked: batch.length > 0 || wide !== undefined,
      more: wide ? shards : shards.filter(full),
      locked,
    };
  }
}
