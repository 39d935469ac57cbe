import { Module } from '@nestjs/common';
import { SecondFactorModule } from '../second-factor/index.js';
import { OneTimeLogin } from './one-time-login.js';
import { OneTimeTokenQueries } from './one-time-token.queries.js';

@Module({
  imports: [SecondFactorModule],
  providers: [OneTimeLogin, OneTimeTokenQueries],
  exports: [OneTimeLogin],
})
export class OneTimeTokensModule {}
