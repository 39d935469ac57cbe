import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/index.js';
import { SessionsModule } from '../sessions/index.js';
import { FactorCheck } from './factor-check.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorQueries } from './second-factor.queries.js';
import { SecondFactor } from './second-factor.js';
import { SecondFactorService } from './second-factor.service.js';

@Module({
  imports: [PasswordsModule, SessionsModule],
  controllers: [SecondFactorController],
  providers: [FactorCheck, SecondFactor, SecondFactorQueries, SecondFactorService],
  exports: [FactorCheck, SecondFactor, SecondFactorService],
})
export class SecondFactorModule {}
