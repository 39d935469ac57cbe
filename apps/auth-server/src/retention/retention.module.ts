import { Module } from '@nestjs/common';
import { PublicKeyModule } from '../public-key/index.js';
import { UpkeepQueries } from './upkeep.queries.js';
import { Upkeep } from './upkeep.js';

@Module({ imports: [PublicKeyModule], providers: [Upkeep, UpkeepQueries] })
export class UpkeepModule {}
