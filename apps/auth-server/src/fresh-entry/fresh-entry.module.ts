import { Module } from '@nestjs/common';
import { LoginModule } from '../login/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { SessionsModule } from '../sessions/index.js';
import { FreshEntry } from './fresh-entry.js';

@Module({
  imports: [LoginModule, SecondFactorModule, SessionsModule],
  providers: [FreshEntry],
  exports: [FreshEntry],
})
export class FreshEntryModule {}
