import { Module } from '@nestjs/common';
import { ExpiredRowsQueries } from './expired-rows.queries.js';
import { ExpiredRows } from './expired-rows.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';

/** Removes what has expired. */
@Module({ providers: [Partitions, PartitionsQueries, ExpiredRows, ExpiredRowsQueries] })
export class RetentionModule {}
