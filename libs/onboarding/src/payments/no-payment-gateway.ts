import { BadRequest } from '@app/kernel';
import type { PaymentGateway } from './payment-gateway.js';

/** Accepts and settles no payments; payments authorised earlier wait for a gateway. */
export class NoPaymentGateway implements PaymentGateway {
  assertTakesPayments(): void {
    throw BadRequest.field(
      'customer.payment_token',
      'cannot be charged: no payment gateway is set up',
      'payments_not_set_up',
    );
  }

  // a rejected promise, like a gateway's
  async authorize(): Promise<boolean> {
    this.assertTakesPayments();
    return Promise.resolve(false);
  }

  capture(): Promise<void> {
    return Promise.reject(new Error('PAYMENT_GATEWAY_URL is not set'));
  }

  void(): Promise<void> {
    return Promise.reject(new Error('PAYMENT_GATEWAY_URL is not set'));
  }
}
