import { Module } from '@nestjs/common';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { PAYMENT_GATEWAY, paymentGateway, SettlementQueries } from '@app/onboarding';
import type { Settings } from '../../config.js';
import { PaymentSettlement } from './settlement.js';

/** Settles the payments of onboarding. */
@Module({
  providers: [
    {
      provide: PAYMENT_GATEWAY,
      inject: [SETTINGS, LOGGER],
      useFactory: (settings: Settings, logger: Logger) => paymentGateway(settings, logger),
    },
    SettlementQueries,
    PaymentSettlement,
  ],
})
export class PaymentsModule {}
