import { COUNTED_SECONDS } from '@app/contracts';
import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { addDeliveryCounts, countAttempt, noDeliveryCounts, type CountedAttempt } from '@app/webhooks';
import type { WorkerSettings } from '../../timing.js';
import { type WebhookHour, addWebhookHours } from './webhook-hours.queries.js';

const COUNTED_MS = COUNTED_SECONDS * 1_000;

/**
 * Counts the results of deliveries by webhook and half hour: in memory, and every ten seconds in Postgres. A process that is
 * killed loses the counts since its last write.
 */
@Injectable()
export class WebhookHours extends ScheduledTask {
  readonly #hours = new Map<string, WebhookHour>();

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) settings: WorkerSettings,
  ) {
    super('write-webhook-hours', logger, settings.timing.hoursEveryMs);
  }

  count(webhookId: number, attempt: CountedAttempt): void {
    const hour = new Date(Math.floor(this.clock.now().getTime() / COUNTED_MS) * COUNTED_MS);
    countAttempt(this.#hourFor(webhookId, hour), attempt);
  }

  /** Writes the remaining counts, after the last delivery. Never throws. */
  async writeLast(): Promise<void> {
    await this.work().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the last deliveries are not counted in statistics');
    });
  }

  /** @throws when Postgres is down: the counts are kept for the next run */
  protected async work(): Promise<void> {
    const hours = [...this.#hours.values()];
    this.#hours.clear();
    if (hours.length === 0) return;
    try {
      await addWebhookHours(this.database, hours);
    } catch (error) {
      for (const { webhook_id, hour, ...counts } of hours)
        addDeliveryCounts(this.#hourFor(webhook_id, hour), counts);
      throw error;
    }
  }

  #hourFor(webhookId: number, hour: Date): WebhookHour {
    const key = `${webhookId} ${hour.getTime()}`;
    const counted = this.#hours.get(key) ?? { webhook_id: webhookId, hour, ...noDeliveryCounts() };
    this.#hours.set(key, counted);
    return counted;
  }
}
