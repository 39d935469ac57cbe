/** A payment as the gateway is asked for it. */
export interface PaymentRequest {
  /** Ours; asking twice with one reference authorizes once. */
  reference: string;
  /** The card token as the customer's browser got it; never stored, never logged. */
  paymentToken: string;
  amount: number;
  currency: string;
  description: string;
}

/** Where payments are authorized, captured and voided. Each call may be repeated with the same reference. */
export interface PaymentGateway {
  /** Asked before anything is noted. @throws BadRequest `payments_not_set_up` when no payment is ever agreed to */
  assertTakesPayments(): void;
  /** @returns whether the customer's bank agreed. @throws Unavailable when the gateway is away */
  authorize(payment: PaymentRequest): Promise<boolean>;
  /** Takes what was authorized. @throws Error when it did not work; it is tried again */
  capture(reference: string): Promise<void>;
  /** Gives up what was authorized, if anything was. @throws Error when it did not work; it is tried again */
  void(reference: string): Promise<void>;
}

/** Nest injection token of the {@link PaymentGateway}. */
export const PAYMENT_GATEWAY = Symbol('PaymentGateway');
