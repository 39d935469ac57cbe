import { Module, type DynamicModule } from '@nestjs/common';
import { PAYMENT_GATEWAY, SettlementQueries, type PaymentGateway } from '@app/onboarding';
import { Settlement } from './settlement.js';

/** Settles the payments of onboarding. */
@Module({})
export class PaymentsModule {
  static forRoot(gateway: PaymentGateway): DynamicModule {
    return {
      module: PaymentsModule,
      providers: [{ provide: PAYMENT_GATEWAY, useValue: gateway }, SettlementQueries, Settlement],
    };
  }
}
