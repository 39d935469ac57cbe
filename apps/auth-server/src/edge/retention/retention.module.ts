import { Module } from '@nestjs/common';
import { ExpiredAuthRows } from './expired-rows.js';
import { AuthPartitions } from './partitions.js';
import { RetentionQueries } from './retention.queries.js';

/** Creates partitions and removes what has expired. */
@Module({ providers: [AuthPartitions, ExpiredAuthRows, RetentionQueries] })
export class RetentionModule {}
