import type { Logger } from '@app/kernel';
import { z } from 'zod';
import { HttpPaymentGateway } from './http-payment-gateway.js';
import type { PaymentGateway } from './payment-gateway.js';
import { RecordingPaymentGateway } from './recording-payment-gateway.js';

/** Settings of every app that talks to the gateway. */
export const paymentSettings = {
  PAYMENT_GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Payment gateway; without one every payment is agreed to and only logged.'),
  PAYMENT_GATEWAY_KEY: z.string().optional().describe('Sent to the gateway as a bearer token.'),
};

/** The gateway that the settings name. */
export const paymentGateway = (
  settings: { PAYMENT_GATEWAY_URL?: string | undefined; PAYMENT_GATEWAY_KEY?: string | undefined },
  logger: Logger,
): PaymentGateway =>
  settings.PAYMENT_GATEWAY_URL === undefined
    ? new RecordingPaymentGateway(logger)
    : new HttpPaymentGateway(settings.PAYMENT_GATEWAY_URL.replace(/\/$/, ''), settings.PAYMENT_GATEWAY_KEY);
