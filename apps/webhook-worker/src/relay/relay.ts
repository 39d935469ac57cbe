import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, Unavailable, type Logger } from '@app/kernel';
import { SHARDS } from '@app/events';
import { MailboxHints } from '../drain/index.js';
import { WorkerMetrics } from '../metrics/index.js';
import { Slots } from '../shared/slots.js';
import { BATCH, RelayQueries, type TouchedMailbox } from './relay.queries.js';

/**
 * Shards at once: those of one portal wait for each other at its mailboxes anyway, and each that waits holds a
 * connection that the drain could use.
 */
const AT_ONCE = 2;

/**
 * Turns events of the outbox into deliveries: resolves subscriptions, gives out sequences, wakes the mailboxes.
 * Any number of relays may run; each takes whole shards.
 */
@Injectable()
export class Relay {
  private readonly running = new Map<number, Promise<boolean>>();
  private readonly again = new Set<number>();
  private readonly slots = new Slots(AT_ONCE);

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
    const worked = await Promise.all(shards.map((shard) => this.relay(shard)));
    return worked.some(Boolean);
  }

  /** Empties a shard, unless another relay is at it. @returns whether it had events */
  relay(shard: number): Promise<boolean> {
    if (!Number.isInteger(shard) || shard < 0 || shard >= SHARDS) return Promise.resolve(false);
    const running = this.running.get(shard);
    if (running) {
      this.again.add(shard);
      return running;
    }
    const work = this.slots.within(() => this.empty(shard)).finally(() => this.running.delete(shard));
    this.running.set(shard, work);
    return work;
  }

  /** Resolves when no shard is being worked on. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }

  private async empty(shard: number): Promise<boolean> {
    let worked = false;
    do {
      this.again.delete(shard);
      try {
        while (await this.step(shard)) worked = true;
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        this.logger.error({ err: error, shard }, 'a shard of the outbox could not be relayed');
        throw error;
      }
    } while (this.again.has(shard));
    return worked;
  }

  /** One transaction. @returns whether there may be more */
  private async step(shard: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await this.queries.tryLock(tx, shard))) return false;
      const wake = (mailboxes: TouchedMailbox[]) => tx.afterCommit(() => this.hints.wake(mailboxes));

      const batch = await this.queries.batch(tx, shard);
      if (batch.length > 0) {
        await this.queries.lockWebhooks(tx, [...new Set(batch.map(({ portal_id }) => portal_id))]);
        wake(await this.queries.deliver(tx, batch));
        tx.afterCommit(() => this.metrics.relayed.inc(batch.length));
      }

      const wide = await this.queries.wideEvent(tx, shard);
      if (wide) {
        const portals = await this.queries.audience(tx, wide);
        await this.queries.lockWebhooks(tx, portals);
        wake(await this.queries.deliverWide(tx, wide, portals));
        await this.queries.advance(tx, wide, portals.at(-1));
      }
      return batch.length === BATCH || wide !== undefined;
    });
  }
}
