import { type Logger, type ServerSettings, BadRequest } from '@app/kernel';
import { z } from 'zod';
import { HttpPaymentGateway } from './http-payment-gateway.js';
import type { PaymentGateway, PaymentRequest } from './payment-gateway.js';

/** Settings of every app that talks to the gateway. */
export const paymentSettings = {
  PAYMENT_GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The payment gateway; PAYMENTS_WITHOUT_GATEWAY applies without one.'),
  PAYMENTS_WITHOUT_GATEWAY: z
    .enum(['refuse', 'agree'])
    .optional()
    .describe(
      'Without a payment gateway, `refuse` accepts no payment, and `agree` accepts every payment and only logs it, so that portals are free. By default `refuse` in production, `agree` elsewhere.',
    ),
  PAYMENT_GATEWAY_KEY: z
    .string()
    .optional()
    .describe('Sent to the gateway as a bearer token.')
    .meta({ secret: true }),
};

export const paymentGateway = (
  settings: {
    NODE_ENV: ServerSettings['NODE_ENV'];
    PAYMENT_GATEWAY_URL?: string | undefined;
    PAYMENT_GATEWAY_KEY?: string | undefined;
    PAYMENTS_WITHOUT_GATEWAY?: 'refuse' | 'agree' | undefined;
  },
  logger: Logger,
): PaymentGateway => {
  const { NODE_ENV, PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_KEY: key } = settings;
  if (url !== undefined) return new HttpPaymentGateway(url.replace(/\/$/, ''), key);
  const without = settings.PAYMENTS_WITHOUT_GATEWAY ?? (NODE_ENV === 'production' ? 'refuse' : 'agree');
  return without === 'agree' ? new RecordingPaymentGateway(logger) : new NoPaymentGateway();
};

/** For development: accepts every payment and logs it. */
class RecordingPaymentGateway implements PaymentGateway {
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

/** Accepts and settles no payments; payments authorised earlier wait for a gateway. */
class NoPaymentGateway implements PaymentGateway {
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
