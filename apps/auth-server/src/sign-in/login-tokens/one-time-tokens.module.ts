import { Module } from '@nestjs/common';
import { SecondFactorModule } from '../second-factor/index.js';
import { SessionsModule } from '../../edge/sessions/index.js';
import { OneTimeLogin } from './one-time-login.js';
import { OneTimeTokenQueries } from './one-time-token.queries.js';

@Module({
  imports: [SessionsModule, SecondFactorModule],
  providers: [OneTimeLogin, OneTimeTokenQueries],
  exports: [OneTimeLogin],
})
export class OneTimeTokensModule {}
