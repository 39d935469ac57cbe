import { Module } from '@nestjs/common';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { OnboardingModule, PAYMENT_GATEWAY, paymentGateway, PaymentsQueries } from '@app/onboarding';
import type { Settings } from '../config.js';
import { OnboardPayment } from './onboard-payment.js';
import { OnboardPeople } from './onboard-people.js';
import { OnboardTokens } from './onboard-tokens.js';
import { OnboardController } from './onboard.controller.js';
import { OnboardService } from './onboard.service.js';
import { PersonProof } from './person-proof.js';

@Module({
  imports: [OnboardingModule],
  controllers: [OnboardController],
  providers: [
    OnboardService,
    OnboardPayment,
    OnboardPeople,
    OnboardTokens,
    PaymentsQueries,
    PersonProof,
    {
      provide: PAYMENT_GATEWAY,
      inject: [SETTINGS, LOGGER],
      useFactory: (settings: Settings, logger: Logger) => paymentGateway(settings, logger),
    },
  ],
})
export class OnboardModule {}
