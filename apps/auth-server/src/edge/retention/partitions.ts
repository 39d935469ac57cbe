import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { RetentionQueries } from './retention.queries.js';

/** Creates the partitions of the coming days and drops expired ones. */
@Injectable()
export class AuthPartitions extends ClaimedTask implements OnModuleInit {
  constructor(
    private readonly queries: RetentionQueries,
    database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('manage-auth-partitions', database, logger);
  }

  /** Creates today's partitions before anything is issued. */
  async onModuleInit(): Promise<void> {
    await this.queries.makePartitions();
  }

  protected async doClaimed(): Promise<string> {
    await this.queries.makePartitions();
    return `${await this.queries.dropPartitions()} partitions dropped`;
  }
}
