import { Inject, Injectable } from '@nestjs/common';
import { Database, DatabaseAway, DatabaseBusy, type Transaction } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { MailboxHints } from '../drain/index.js';
import { noteParked, WorkerMetrics } from '../metrics/index.js';
import { isOfTheRow, reasonOf } from '../parking/index.js';
import { HeldUpQueries, PORTALS } from './held-up.queries.js';
import { lockWebhooks } from './queueing.queries.js';
import type { BatchRow, WideEvent } from './relay.queries.js';

/** Events of a portal in one transaction, after which it is the next portal's turn. */
const BATCH = 500;
/** Milliseconds after which webhooks that were all locked are tried again. */
const RETRY_MS = 200;

/**
 * Events of portals whose webhooks somebody else has locked. The relay sets them aside, in a list for each portal, and
 * goes on with everybody else's; here they are relayed as soon as the webhooks are free. As long as anything is set
 * aside for a portal, all that comes later goes behind it, so that a portal's events keep their order.
 */
@Injectable()
export class HeldUpEvents {
  #working: Promise<void> | undefined;
  #asked = false;
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly queries: HeldUpQueries,
    private readonly hints: MailboxHints,
    readonly metrics: WorkerMetrics,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}

  /**
   * Locks the webhooks of these portals, as `lockWebhooks` does. What is set aside is looked up before that, so that
   * nobody waits for the mailboxes of a portal whose events are just being relayed.
   * @returns portals that must get nothing in this transaction: their events have to be set aside
   */
  async lockWebhooks(tx: Transaction, portalIds: readonly number[]): Promise<Set<number>> {
    const behind = new Set(await this.queries.behind(tx, portalIds));
    const locked = await lockWebhooks(
      tx,
      portalIds.filter((id) => !behind.has(id)),
    );
    return new Set([...behind, ...locked]);
  }

  /** Sets events aside that are only for their own portals; the caller holds the lock of their shards. */
  async setAside(tx: Transaction, events: readonly BatchRow[]): Promise<void> {
    if (events.length === 0) return;
    await this.queries.setAside(tx, events);
    tx.afterCommit(() => void this.relay());
  }

  /** Sets a wide event aside for some of its portals; the caller holds the lock of its shard. */
  async setAsideWide(tx: Transaction, event: WideEvent, portalIds: readonly number[]): Promise<void> {
    if (portalIds.length === 0) return;
    await this.queries.setAsideWide(tx, event, portalIds);
    tx.afterCommit(() => void this.relay());
  }

  /** Relays what is set aside, until nothing is. Never throws: what fails is tried again by the next call. */
  relay(): Promise<void> {
    this.#asked = true;
    this.#working ??= this.#empty()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseAway))
          this.logger.error({ err: error }, 'events that were held up could not be relayed');
      })
      .finally(() => {
        this.#working = undefined;
        if (this.#asked && !this.#stopped) void this.relay();
      });
    return this.#working;
  }

  /** Starts nothing more; resolves when nothing is being relayed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async #empty(): Promise<void> {
    while (!this.#stopped) {
      this.#asked = false;
      const { waiting, relayed } = await this.#turn();
      if (waiting > 0 && relayed === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      // whoever asked during the turn may have set something aside behind it
      if (waiting === 0 && !this.#asked) return;
    }
  }

  /** One transaction for each portal that has anything set aside. @returns how many portals those are */
  async #turn(): Promise<{ waiting: number; relayed: number }> {
    const turn = { waiting: 0, relayed: 0 };
    for (
      let portals = await this.queries.portals(0);
      ;
      portals = await this.queries.portals(portals.at(-1)!)
    ) {
      for (const portalId of portals) {
        if (this.#stopped) return turn;
        turn.waiting += 1;
        if (await this.#relayPortal(portalId)) turn.relayed += 1;
      }
      if (portals.length < PORTALS) return turn;
    }
  }

  /** @returns whether anything was relayed or parked */
  async #relayPortal(portalId: number): Promise<boolean> {
    for (let limit = BATCH; ; limit = Math.floor(limit / 2)) {
      let first: number | undefined;
      const note = (id: number | undefined): void => void (first = id);
      try {
        return await this.database.write((tx) => this.#transaction(tx, portalId, limit, note));
      } catch (error) {
        if (error instanceof DatabaseBusy) {
          this.logger.warn({ err: error, portal_id: portalId }, 'events that were held up wait for others');
          return false;
        }
        if (!isOfTheRow(error)) throw error;
        if (limit > 1) continue;
        if (first === undefined) throw error;
        await this.#park({ portalId, id: first }, error);
        return true;
      }
    }
  }

  /** @param note told of the oldest event that is about to be relayed */
  async #transaction(
    tx: Transaction,
    portalId: number,
    limit: number,
    note: (first: number | undefined) => void,
  ): Promise<boolean> {
    if (!(await this.queries.tryLock(tx, portalId))) return false;
    if ((await lockWebhooks(tx, [portalId])).length > 0) return false;
    const ids = await this.queries.oldest(tx, portalId, limit);
    note(ids[0]);
    if (ids.length === 0) return false;
    const mailboxes = await this.queries.deliver(tx, portalId, ids);
    tx.afterCommit(() => this.hints.wake(mailboxes));
    return true;
  }

  #park(event: { portalId: number; id: number }, error: unknown): Promise<void> {
    return this.database.write(async (tx) => {
      if (!(await this.queries.park(tx, event, reasonOf(error)))) return;
      tx.afterCommit(() => noteParked(this, 'event', error, { event: event.id, portal_id: event.portalId }));
    });
  }
}
