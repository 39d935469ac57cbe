import { Module } from '@nestjs/common';
import { ClientsModule } from '../../applications/clients/index.js';
import { TokenModule } from '../token/index.js';
import { InternalListener } from './internal-listener.js';
import { OnboardingGrantQueries } from './onboarding-grant.queries.js';
import { OnboardingGrants } from './onboarding-grants.js';

/** The endpoints of this server that only the resource API calls. */
@Module({
  imports: [ClientsModule, TokenModule],
  providers: [InternalListener, OnboardingGrantQueries, OnboardingGrants],
})
export class InternalModule {}
