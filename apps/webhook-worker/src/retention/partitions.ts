import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { PartitionsQueries } from './partitions.queries.js';

const DAYS_AHEAD = 9;
/** Bodies, answers and what failed are kept for 30 days; a delivery stands under the day of its event. */
const KEEP_DAYS = 31;

/** Makes the partitions of the days to come and drops those that are over. */
@Injectable()
export class Partitions extends ScheduledTask {
  constructor(
    private readonly queries: PartitionsQueries,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('manage-event-partitions', logger);
  }

  protected async work(): Promise<void> {
    await this.queries.make(DAYS_AHEAD);
    const dropped = await this.queries.drop(KEEP_DAYS);
    if (dropped > 0) this.logger.info({ dropped }, 'partitions that are over were dropped');
  }
}
