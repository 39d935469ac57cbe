import { Module } from '@nestjs/common';
import { SecondFactorQueries } from './second-factor.queries.js';

@Module({ providers: [SecondFactorQueries], exports: [SecondFactorQueries] })
export class SecondFactorModule {}
