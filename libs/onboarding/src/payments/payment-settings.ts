import type { Logger, ServerSettings } from '@app/kernel';
import { z } from 'zod';
import { HttpPaymentGateway } from './http-payment-gateway.js';
import { NoPaymentGateway } from './no-payment-gateway.js';
import type { PaymentGateway } from './payment-gateway.js';
import { RecordingPaymentGateway } from './recording-payment-gateway.js';

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

/** The gateway that the settings name. */
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
