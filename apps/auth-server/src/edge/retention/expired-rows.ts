import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { RetentionQueries } from './retention.queries.js';

/** Removes expired rows from tables without daily partitions. */
@Injectable()
export class ExpiredAuthRows extends ClaimedTask {
  constructor(
    private readonly queries: RetentionQueries,
    database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-expired-auth-rows', database, logger);
  }

  protected async doClaimed(): Promise<string> {
    return `${await this.queries.removeExpired()} rows removed`;
  }
}
