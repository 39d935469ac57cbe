import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { Database, tableRegistry } from '@app/database';
import { ScheduledTask } from '@app/scheduled-tasks';
import { dropEventPartitions, makeEventPartitions } from './retention.queries.js';

const DAYS_AHEAD = 9;
/** Bodies, answers and failures are kept for 30 days; a delivery belongs to the day of its event. */
const KEEP_DAYS = tableRegistry['learning.webhook_deliveries'].kept.days;

/** Creates the partitions of the coming days and drops expired ones. */
@Injectable()
export class Partitions extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('manage-event-partitions', logger);
  }

  protected async work(): Promise<void> {
    await makeEventPartitions(this.database, DAYS_AHEAD);
    const dropped = await dropEventPartitions(this.database, KEEP_DAYS);
    if (dropped > 0) this.logger.info({ dropped }, 'partitions that are over were dropped');
  }
}
