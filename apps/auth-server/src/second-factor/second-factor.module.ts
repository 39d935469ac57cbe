import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorQueries } from './second-factor.queries.js';
import { SecondFactor } from './second-factor.js';
import { SecondFactorService } from './second-factor.service.js';

@Module({
  imports: [SessionsModule],
  controllers: [SecondFactorController],
  providers: [SecondFactor, SecondFactorQueries, SecondFactorService],
  exports: [SecondFactor],
})
export class SecondFactorModule {}
