import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { DrainPool, MailboxHints } from '../drain/index.js';
import type { WorkerSettings } from '../../timing.js';
import { TestDeliveries } from '../test-deliveries/index.js';
import { listOverdueMailboxes } from './overdue-mailboxes.queries.js';

/** After this long, the hint must have been lost. */
const HINT_AFTER_MS = 1_000;
/** After this long, Redis must be down, frozen or too slow, or still have a dead worker's job. */
const DRAIN_AFTER_MS = 2_000;

/**
 * Finds, from Postgres alone, what is due without any process working on it. It runs in every worker, within the
 * process: a schedule in Redis would be lost with Redis.
 */
@Injectable()
export class OverdueMailboxes extends ScheduledTask {
  constructor(
    private readonly database: Database,
    private readonly hints: MailboxHints,
    private readonly pool: DrainPool,
    private readonly tests: TestDeliveries,
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) settings: WorkerSettings,
  ) {
    super('wake-overdue-mailboxes', logger, settings.timing.overdueEveryMs);
  }

  protected async work(): Promise<void> {
    const overdue = await listOverdueMailboxes(this.database, HINT_AFTER_MS);
    this.hints.wake(overdue);
    for (const mailbox of overdue) {
      if (mailbox.overdue_ms < DRAIN_AFTER_MS) continue;
      this.pool.drainDirectly(mailbox.webhook_id, this.hints.chooseLane(mailbox));
    }
    await this.tests.sendWaiting();
  }
}
