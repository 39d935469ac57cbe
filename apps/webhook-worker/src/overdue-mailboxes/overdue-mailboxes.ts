import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DatabaseAway } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { DrainPool, MailboxHints } from '../drain/index.js';
import { Repeating } from '../schedule/index.js';
import { WORKER_SETTINGS, type WorkerSettings } from '../settings.js';
import { TestDeliveries } from '../test-deliveries/index.js';
import { SweepQueries } from './sweep.queries.js';

/** Due for so long: the hint must have got lost. */
const HINT_AFTER_MS = 1_000;
/** Due for so long: Redis is away, frozen or not getting on, or holds on to a dead worker's job. */
const DRAIN_AFTER_MS = 2_000;

/**
 * Finds, from Postgres alone, what is due and being looked after by nobody. It runs in every worker, in the
 * process itself: a schedule kept in Redis would be gone with it.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeating: Repeating;

  constructor(
    private readonly queries: SweepQueries,
    private readonly hints: MailboxHints,
    private readonly pool: DrainPool,
    private readonly tests: TestDeliveries,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WORKER_SETTINGS) settings: WorkerSettings,
  ) {
    this.repeating = new Repeating(async () => {
      await this.sweep();
      return settings.sweepMs;
    });
  }

  onApplicationBootstrap(): void {
    this.repeating.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeating.stop();
  }

  private async sweep(): Promise<void> {
    try {
      const overdue = await this.queries.overdue(HINT_AFTER_MS);
      this.hints.wake(overdue);
      for (const mailbox of overdue) {
        if (mailbox.overdue_ms < DRAIN_AFTER_MS) continue;
        this.pool.drainDirectly(mailbox.webhook_id, this.hints.laneOf(mailbox));
      }
      await this.tests.sendWaiting();
    } catch (error) {
      if (!(error instanceof DatabaseAway)) this.logger.error({ err: error }, 'the sweep failed');
    }
  }
}
