import { Inject, Injectable } from '@nestjs/common';
import { addUpPopularity } from '@app/catalogue';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { addUpCounts } from './materialized-counts.queries.js';

const BATCH = 10_000;
/**
 * Changes, and so documents at most that writers of the catalogue may have to wait for, as long as one statement takes.
 */
const DOCUMENTS = 1_000;

/**
 * Adds changes from writes of enrollments and accounts to their counts, so that lists add up little, and to the
 * popularity of learning objects.
 */
@Injectable()
export class MaterializedCounts extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('add-up-materialized-counts', logger);
  }

  protected async work(): Promise<number | void> {
    const isMore = (await addUpCounts(this.database, BATCH)) === BATCH;
    const popularity = await this.database.write((tx) => addUpPopularity(tx, DOCUMENTS));
    if (isMore || popularity > DOCUMENTS / 2) return 0;
  }
}
