import { Module } from '@nestjs/common';
import { ExpiredRows } from './expired-rows.js';
import { Partitions } from './partitions.js';
import { RetentionQueries } from './retention.queries.js';

/** Creates partitions and removes what has expired. */
@Module({ providers: [Partitions, ExpiredRows, RetentionQueries] })
export class RetentionModule {}
