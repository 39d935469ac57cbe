import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { KEPT_SECONDS } from '@app/http';
import type { PortalPlan } from '@app/identity';
import { BadRequest, CLOCK, sha256, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { PAYMENT_GATEWAY, PaymentsQueries, type PaymentGateway } from '@app/onboarding';
import { randomUUID } from 'node:crypto';
import type { OnboardBody } from './onboard.schema.js';

/** The payment for a new portal: authorised first, captured or voided afterwards by the worker (contract 4.27). */
@Injectable()
export class OnboardPayment {
  constructor(
    private readonly database: Database,
    private readonly payments: PaymentsQueries,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts a request for a payment, before the gateway is called.
   * @throws LimitReached
   */
  async count({ clientId }: Actor, { customer }: OnboardBody): Promise<void> {
    if (customer.payment_token !== undefined) await addToCount(this.database, 'payments_asked', clientId);
  }

  /**
   * @returns the reference; undefined when no payment_token was sent
   * @throws BadRequest `payment_declined`, `payments_not_set_up`; Unavailable when the gateway is down
   */
  async authorize(
    actor: Actor,
    body: OnboardBody,
    plan: PortalPlan,
    idempotencyKey: string | undefined,
  ): Promise<string | undefined> {
    const { payment_token: paymentToken, name } = body.customer;
    if (paymentToken === undefined) return undefined;
    this.gateway.assertTakesPayments();
    const { price: amount, currency } = plan.pricing ?? { price: 0, currency: 'EUR' };
    const request = idempotencyKey === undefined ? randomUUID() : `key ${idempotencyKey}`;
    const hash = sha256(`${actor.clientId} ${actor.claims.sub} ${request}`);
    const reference = await this.payments.begin(hash, { amount, currency }, this.clock.now(), KEPT_SECONDS);
    const isAuthorized = await this.gateway.authorize({
      reference,
      paymentToken,
      amount,
      currency,
      description: `Portal for ${name}`,
    });
    if (isAuthorized) return reference;
    await this.payments.decline(reference);
    throw BadRequest.field('customer.payment_token', 'was declined', 'payment_declined');
  }

  /**
   * Runs in the transaction that creates the portal.
   * @throws Error when the payment was voided in the meantime
   */
  async capture(tx: Transaction, reference: string | undefined, portalId: number): Promise<void> {
    if (reference === undefined) return;
    const isOurs = await this.payments.capture(tx, reference, portalId, this.clock.now());
    if (!isOurs) throw new Error('the payment was voided while the portal was created');
  }

  /** Called when no portal was created. A payment that another request with the same key has captured stays. */
  async abandon(reference: string | undefined): Promise<void> {
    if (reference !== undefined) await this.payments.abandon(reference, this.clock.now());
  }
}
