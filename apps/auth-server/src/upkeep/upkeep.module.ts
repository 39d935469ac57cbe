import { Module } from '@nestjs/common';
import { OffersModule } from '../offers/index.js';
import { PublicKeyModule } from '../public-key/index.js';
import { UpkeepQueries } from './upkeep.queries.js';
import { Upkeep } from './upkeep.js';

@Module({ imports: [OffersModule, PublicKeyModule], providers: [Upkeep, UpkeepQueries] })
export class UpkeepModule {}
