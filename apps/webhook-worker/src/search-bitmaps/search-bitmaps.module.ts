import { Module } from '@nestjs/common';
import { SearchBitmaps } from './search-bitmaps.js';

@Module({ providers: [SearchBitmaps] })
export class SearchBitmapsModule {}
