/** A payment as requested from the gateway. */
export interface PaymentRequest {
  /** Our reference; two requests with the same one authorize once. */
  reference: string;
  /** The card token from the customer's browser; never stored, never logged. */
  paymentToken: string;
  amount: number;
  currency: string;
  description: string;
}

/** Where payments are authorized, captured and voided. Each call may be repeated with the same reference. */
export interface PaymentGateway {
  /** Called before anything is recorded. @throws BadRequest `payments_not_set_up` when no payment is ever accepted */
  assertTakesPayments(): void;
  /** @returns whether the customer's bank agreed. @throws Unavailable when the gateway is down */
  authorize(payment: PaymentRequest): Promise<boolean>;
  /** Captures the authorized amount. @throws Error when it failed, so that it is retried */
  capture(reference: string): Promise<void>;
  /** Voids the authorization, if there was one. @throws Error when it failed, so that it is retried */
  void(reference: string): Promise<void>;
}

/** Nest injection token of the {@link PaymentGateway}. */
export const PAYMENT_GATEWAY = Symbol('PaymentGateway');
