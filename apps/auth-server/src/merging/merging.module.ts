import { Module } from '@nestjs/common';
import { AddressModule } from '../address/index.js';
import { FreshEntryModule } from '../fresh-entry/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { MergingController } from './merging.controller.js';
import { MergingQueries } from './merging.queries.js';
import { MergingService } from './merging.service.js';
import { OtherLogin } from './other-login.js';

@Module({
  imports: [AddressModule, FreshEntryModule, PasswordsModule, SecondFactorModule],
  controllers: [MergingController],
  providers: [MergingQueries, MergingService, OtherLogin],
})
export class MergingModule {}
