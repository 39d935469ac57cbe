import { Module } from '@nestjs/common';
import { LoginModule } from '../login/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { FreshLogin } from './fresh-login.js';

@Module({
  imports: [LoginModule, SecondFactorModule],
  providers: [FreshLogin],
  exports: [FreshLogin],
})
export class FreshLoginModule {}
