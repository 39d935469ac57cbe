/** A payment as requested from the gateway. */
export interface PaymentRequest {
  /** Our reference; asking twice with the same one authorizes once. */
  reference: string;
  /** The card token that the customer's browser got; never stored, never logged. */
  paymentToken: string;
  amount: number;
  currency: string;
  description: string;
}

/** Where payments are authorized, captured and voided. Each call may be repeated with the same reference. */
export interface PaymentGateway {
  /** Called before anything is recorded. @throws BadRequest `payments_not_set_up` when no payment is ever accepted */
  assertTakesPayments(): void;
  /** @returns whether the customer's bank agreed. @throws Unavailable when the gateway is away */
  authorize(payment: PaymentRequest): Promise<boolean>;
  /** Takes the authorized amount. @throws Error when it did not work, so that it is tried again */
  capture(reference: string): Promise<void>;
  /** Gives up the authorization, if there was one. @throws Error when it did not work, so that it is tried again */
  void(reference: string): Promise<void>;
}

/** Nest injection token of the {@link PaymentGateway}. */
export const PAYMENT_GATEWAY = Symbol('PaymentGateway');
