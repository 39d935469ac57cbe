import { Module } from '@nestjs/common';
import { KeptCountsQueries } from './kept-counts.queries.js';
import { KeptCounts } from './kept-counts.js';

@Module({ providers: [KeptCounts, KeptCountsQueries] })
export class KeptCountsModule {}
