import { Inject, Injectable } from '@nestjs/common';
import { deleteUnconsumed, removeUnfollowed } from '@app/catalogue';
import { Database, tableRegistry } from '@app/database';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';

const BATCH = 10_000;
const DAY_MS = 86_400_000;

/** Ends the noting of changes that no index reads: they would pile up for good. */
@Injectable()
export class UnfollowedChanges extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-unfollowed-changes', logger);
  }

  protected async work(): Promise<number | void> {
    const { days } = tableRegistry['learning.search_changes'].kept;
    if (await deleteUnconsumed(this.database, new Date(this.clock.now().getTime() - days * DAY_MS)))
      this.logger.warn(
        'the search index has read no change for a week: it is built anew when it is used again',
      );
    if ((await removeUnfollowed(this.database, BATCH)) > 0) return 0;
  }
}
