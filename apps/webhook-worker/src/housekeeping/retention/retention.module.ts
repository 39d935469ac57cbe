import { Module } from '@nestjs/common';
import { ExpiredRowsQueries } from './expired-rows.queries.js';
import { ExpiredRows } from './expired-rows.js';
import { PartitionsQueries } from './partitions.queries.js';
import { Partitions } from './partitions.js';
import { UnusedFacetsQueries } from './unused-facets.queries.js';
import { UnusedFacets } from './unused-facets.js';
import { UnusedTopicsQueries } from './unused-topics.queries.js';
import { UnusedTopics } from './unused-topics.js';
import { UnusedWordsQueries } from './unused-words.queries.js';
import { UnusedWords } from './unused-words.js';

/** Removes what has expired. */
@Module({
  providers: [
    Partitions,
    PartitionsQueries,
    ExpiredRows,
    ExpiredRowsQueries,
    UnusedFacets,
    UnusedFacetsQueries,
    UnusedTopics,
    UnusedTopicsQueries,
    UnusedWords,
    UnusedWordsQueries,
  ],
})
export class RetentionModule {}
