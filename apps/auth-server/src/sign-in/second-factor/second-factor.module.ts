import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/index.js';
import { CodeGuesses } from './code-guesses.js';
import { FactorCheck } from './factor-check.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorQueries } from './second-factor.queries.js';
import { SecondFactor } from './second-factor.js';
import { SecondFactorService } from './second-factor.service.js';

@Module({
  imports: [PasswordsModule],
  controllers: [SecondFactorController],
  providers: [CodeGuesses, FactorCheck, SecondFactor, SecondFactorQueries, SecondFactorService],
  exports: [CodeGuesses, FactorCheck, SecondFactor, SecondFactorService],
})
export class SecondFactorModule {}
