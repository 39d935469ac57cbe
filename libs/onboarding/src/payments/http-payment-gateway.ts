import { Unavailable } from '@app/kernel';
import type { PaymentGateway, PaymentRequest } from './payment-gateway.js';

const TIMEOUT_MS = 10_000;

/**
 * A gateway with an HTTP API: `POST /authorizations` (201, or 402 when it is declined), `POST
 * /authorizations/{reference}/capture`, `POST /authorizations/{reference}/void` (404: nothing to void).
 */
export class HttpPaymentGateway implements PaymentGateway {
  /** @param key sent as a bearer token */
  constructor(
    private readonly url: string,
    private readonly key: string | undefined,
  ) {}

  assertTakesPayments(): void {}

  async authorize(payment: PaymentRequest): Promise<boolean> {
    const { paymentToken, ...rest } = payment;
    const body = { ...rest, payment_token: paymentToken };
    const response = await this.#post('/authorizations', payment.reference, body).catch(() => undefined);
    if (response?.ok) return true;
    if (response?.status === 402) return false;
    throw new Unavailable('The payment cannot be checked at the moment.');
  }

  async capture(reference: string): Promise<void> {
    const response = await this.#post(`/authorizations/${reference}/capture`, `${reference}-capture`);
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  }

  async void(reference: string): Promise<void> {
    const response = await this.#post(`/authorizations/${reference}/void`, `${reference}-void`);
    if (!response.ok && response.status !== 404) throw new Error(`the gateway answered ${response.status}`);
  }

  #post(path: string, idempotencyKey: string, body: object = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
