import { Module } from '@nestjs/common';
import { ClientsModule } from '../../applications/clients/index.js';
import { TokenModule } from '../token/index.js';
import { InternalListener } from './internal-listener.js';
import { OnboardingGrantQueries } from './onboarding-grant.queries.js';
import { OnboardingGrants } from './onboarding-grants.js';

/** What the resource API requests from this server. */
@Module({
  imports: [ClientsModule, TokenModule],
  providers: [InternalListener, OnboardingGrantQueries, OnboardingGrants],
})
export class InternalModule {}
