import { Module } from '@nestjs/common';
import { ExpiredRows } from './expired-rows.js';
import { Partitions } from './partitions.js';
import { RetentionQueries } from './retention.queries.js';

/** Makes room for what comes and removes what is over. */
@Module({ providers: [Partitions, ExpiredRows, RetentionQueries] })
export class RetentionModule {}
