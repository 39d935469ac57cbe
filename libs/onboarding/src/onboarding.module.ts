import { Module } from '@nestjs/common';
import { Onboarding } from './onboarding.js';
import { OnboardingQueries } from './onboarding.queries.js';

/** {@link Onboarding} for the apps that create portals; needs EventsModule and MailModule. */
@Module({ providers: [Onboarding, OnboardingQueries], exports: [Onboarding, OnboardingQueries] })
export class OnboardingModule {}
