import { Module } from '@nestjs/common';
import { ExpiredRows } from './expired-rows.js';
import { Partitions } from './partitions.js';
import { UnusedFacets } from './unused-facets.js';
import { UnusedTopics } from './unused-topics.js';
import { UnusedWords } from './unused-words.js';

/** Removes what has expired. */
@Module({
  providers: [Partitions, ExpiredRows, UnusedFacets, UnusedTopics, UnusedWords],
})
export class RetentionModule {}
