/** A payment as requested from the gateway. */
export interface PaymentRequest {
  /** Our reference; a payment is authorised once per reference. */
  reference: string;
  /** The card token from the customer's browser; never stored, never logged. */
  paymentToken: string;
  amount: number;
  currency: string;
  description: string;
}

/** Authorises, captures and voids payments. Each call may be repeated with the same reference. */
export interface PaymentGateway {
  /**
   * Called before anything is recorded.
   * @throws BadRequest `payments_not_set_up` when no payment is ever accepted
   */
  assertTakesPayments(): void;
  /**
   * @returns whether the customer's bank agreed
   * @throws Unavailable when the gateway is down
   */
  authorize(payment: PaymentRequest): Promise<boolean>;
  /**
   * Captures the authorised amount.
   * @throws Error when it failed, so that it is retried
   */
  capture(reference: string): Promise<void>;
  /**
   * Voids the authorisation, if there was one.
   * @throws Error when it failed, so that it is retried
   */
  void(reference: string): Promise<void>;
}

export const PAYMENT_GATEWAY = Symbol('PaymentGateway');
