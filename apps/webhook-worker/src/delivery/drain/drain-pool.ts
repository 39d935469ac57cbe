import { Inject, Injectable } from '@nestjs/common';
import { WebhookHints, type Lane } from '@app/events';
import { DatabaseUnavailable } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { metrics } from '@app/metrics';
import { MailboxState } from '@app/webhooks';
import { isRowError, logParked } from '../../edge/parking/index.js';
import { MailboxHints } from './mailbox-hints.js';
import { RunningSlices } from './running-slices.js';
import type { SliceResult } from './slice.js';
import { Slices } from './slices.js';

/** How many mailboxes of a lane are drained here in parallel without a BullMQ job, when Redis is down or hints are lost. */
const DIRECT = 50;

/**
 * Drains mailboxes in this process, one slice of each at a time, and makes sure that they are drained again when due.
 */
@Injectable()
export class DrainPool {
  readonly #timers: DueTimers;
  readonly #direct: Record<Lane, Set<number>> = { fast: new Set(), slow: new Set() };
  readonly #work = new Set<Promise<void>>();
  #closed = false;

  constructor(
    private readonly slices: Slices,
    private readonly mailboxHints: MailboxHints,
    private readonly running: RunningSlices,
    private readonly hints: WebhookHints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#timers = new DueTimers((webhookId) => this.hints.wake(webhookId));
    hints.onLost((webhookId, lane) => {
      metrics.webhook_hints_lost_total.inc();
      this.drainDirectly(webhookId, lane);
    });
  }

  /** One slice of the mailbox, if it is due and no other worker has it. Never throws. */
  async drain(webhookId: number, lane: Lane): Promise<void> {
    const work = this.#drainOnce(webhookId, lane).catch((error: unknown) => {
      this.logger.error({ err: error, webhook_id: webhookId }, 'failed to end a slice of a mailbox');
    });
    this.#work.add(work);
    await work;
    this.#work.delete(work);
  }

  /** Drains without BullMQ, unless the lane already drains {@link DIRECT} mailboxes this way. */
  drainDirectly(webhookId: number, lane: Lane): void {
    const direct = this.#direct[lane];
    if (direct.size >= DIRECT || direct.has(webhookId)) return;
    direct.add(webhookId);
    void this.drain(webhookId, lane).finally(() => direct.delete(webhookId));
  }

  /** Sends nothing new and waits for what is in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timers.clearAll();
    this.running.stopAll();
    await Promise.all(this.#work);
  }

  async #drainOnce(webhookId: number, lane: Lane): Promise<void> {
    if (this.#closed) return;
    if (!this.running.enter(webhookId)) {
      this.running.wake(webhookId);
      return;
    }
    metrics.webhook_slices_running.inc({ lane });
    let result: SliceResult | undefined;
    try {
      const slice = await this.slices.begin(webhookId, lane);
      if (slice) {
        this.running.began(webhookId, slice);
        if (this.#closed) slice.stop();
        result = await slice.run();
      }
    } catch (error) {
      // The lease expires, and `wake-overdue-mailboxes` finds the mailbox.
      if (isRowError(error)) logParked(this.logger, 'webhook', error, { webhook_id: webhookId });
      else if (!(error instanceof DatabaseUnavailable)) {
        this.logger.error({ err: error, webhook_id: webhookId }, 'failed to drain a mailbox');
      }
    } finally {
      metrics.webhook_slices_running.dec({ lane });
      const wasOverlooked = this.running.end(webhookId);
      if (result) this.#scheduleNext(webhookId, result);
      else if (wasOverlooked) this.hints.wake(webhookId, lane);
    }
  }

  #scheduleNext(webhookId: number, { dueInMs, isParked, p95Ms, isWoken }: SliceResult): void {
    if (this.#closed || (dueInMs === undefined && !isWoken)) return;
    const state = isParked ? MailboxState.parked : MailboxState.open;
    if (isWoken || dueInMs === undefined || dueInMs <= 0)
      this.mailboxHints.wake([{ webhook_id: webhookId, state, p95_ms: p95Ms }]);
    else this.#timers.set(webhookId, dueInMs);
  }
}

/** A bounded number of timers by webhook: `wake-overdue-mailboxes` finds the rest a little later. */
class DueTimers {
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly due: (webhookId: number) => void,
    private readonly limits = { count: 10_000, longestMs: 60_000 },
  ) {}

  /** Replaces the webhook's timer. */
  set(webhookId: number, inMs: number): void {
    this.clear(webhookId);
    if (inMs > this.limits.longestMs || this.#timers.size >= this.limits.count) return;
    const timer = setTimeout(() => {
      this.#timers.delete(webhookId);
      this.due(webhookId);
    }, inMs);
    this.#timers.set(webhookId, timer);
  }

  clear(webhookId: number): void {
    clearTimeout(this.#timers.get(webhookId));
    this.#timers.delete(webhookId);
  }

  clearAll(): void {
    for (const webhookId of [...this.#timers.keys()]) this.clear(webhookId);
  }
}
