import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { removeUnusedTopics } from './retention.queries.js';

/** Few, because the portal's objects cannot be written meanwhile. */
const BATCH = 20;
/** A catalogue that is taken out and brought in again gets its numbers back. */
const KEPT_MS = 86_400_000;

/** Removes topics that no learning object has any more. */
@Injectable()
export class UnusedTopics extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-unused-topics', logger);
  }

  protected async work(): Promise<number | void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    if ((await removeUnusedTopics(this.database, before, BATCH)) > 0) return 0;
  }
}
