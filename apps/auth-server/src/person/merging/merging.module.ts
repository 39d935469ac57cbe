import { Module } from '@nestjs/common';
import { AddressModule } from '../address/index.js';
import { FreshLoginModule } from '../../sign-in/fresh-login/index.js';
import { PasswordsModule } from '../../sign-in/passwords/index.js';
import { SecondFactorModule } from '../../sign-in/second-factor/index.js';
import { MergeDecision } from './merge-decision.js';
import { MergeLink } from './merge-link.service.js';
import { MergeLogins } from './merge-logins.service.js';
import { MergeRequests } from './merge-request.service.js';
import { MergingController } from './merging.controller.js';
import { MergingQueries } from './merging.queries.js';
import { OtherLogin } from './other-login.js';

@Module({
  imports: [AddressModule, FreshLoginModule, PasswordsModule, SecondFactorModule],
  controllers: [MergingController],
  providers: [MergeDecision, MergeLink, MergeLogins, MergeRequests, MergingQueries, OtherLogin],
})
export class MergingModule {}
