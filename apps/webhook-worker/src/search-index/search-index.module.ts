import { Module } from '@nestjs/common';
import { IndexCatalogue } from './index-catalogue.js';
import { SearchIndexMetrics } from './search-index-metrics.js';
import { UnfollowedChanges } from './unfollowed-changes.js';

/** Keeps a search index outside Postgres in step with the catalogue, if there is one. */
@Module({ providers: [IndexCatalogue, SearchIndexMetrics, UnfollowedChanges] })
export class SearchIndexModule {}
