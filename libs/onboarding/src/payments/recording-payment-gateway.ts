import type { Logger } from '@app/kernel';
import type { PaymentGateway, PaymentRequest } from './payment-gateway.js';

/** For development: accepts every payment and logs it. */
export class RecordingPaymentGateway implements PaymentGateway {
  constructor(private readonly logger: Logger) {}

  assertTakesPayments(): void {}

  authorize({ reference, amount, currency }: PaymentRequest): Promise<boolean> {
    this.logger.info({ reference, amount, currency }, 'payment authorized (no gateway is set up)');
    return Promise.resolve(true);
  }

  capture(reference: string): Promise<void> {
    this.logger.info({ reference }, 'payment captured (no gateway is set up)');
    return Promise.resolve();
  }

  void(reference: string): Promise<void> {
    this.logger.info({ reference }, 'payment voided (no gateway is set up)');
    return Promise.resolve();
  }
}
