import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import { addSeconds } from '@app/kernel';
import { randomUUID } from 'node:crypto';

/** Seconds after which a payment is voided if its request never completed. */
const ABANDONED_AFTER_SECONDS = 900;

@Injectable()
export class PaymentsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Records a payment before the gateway is called, so that none is lost. A repeated request gets the same payment
   * again, even if the first one has created the portal in the meantime.
   * @param keptSeconds seconds during which the same request counts as repeated
   * @returns the reference
   */
  async begin(
    requestHash: Buffer,
    payment: { amount: number; currency: string },
    now: Date,
    keptSeconds: number,
  ): Promise<string> {
    const giveUpAt = addSeconds(now, ABANDONED_AFTER_SECONDS);
    const forgottenAt = addSeconds(now, -keptSeconds);
    await this.database.one(sql`
      update identity.payments set request_hash = null
       where request_hash = ${requestHash} and state in ('capture', 'captured') and created_time <= ${forgottenAt}`);
    return (await this.database.value<string>(sql`
      insert into identity.payments as p (reference, request_hash, amount, currency, created_time, next_try_time)
      values (${randomUUID()}, ${requestHash}, ${payment.amount}, ${payment.currency}, ${now}, ${giveUpAt})
      on conflict (request_hash) where state in ('asked', 'capture', 'captured') do update
        set next_try_time = case p.state when 'asked' then excluded.next_try_time else p.next_try_time end
      returning reference`))!;
  }

  /** Records that the customer's bank refused. */
  async decline(reference: string): Promise<void> {
    await this.database.one(sql`
      update identity.payments set state = 'declined', next_try_time = null
       where reference = ${reference} and state = 'asked'`);
  }

  /**
   * Makes the payment due for capture; call it in the transaction that creates the portal.
   * @returns false when it was voided
   */
  async capture(tx: Transaction, reference: string, portalId: number, now: Date): Promise<boolean> {
    const changed = await tx.run(sql`
      update identity.payments set state = 'capture', portal_id = ${portalId}, next_try_time = ${now}
       where reference = ${reference} and state = 'asked'`);
    return changed === 1;
  }

  /** Makes the payment due for voiding, because no portal was created. */
  async abandon(reference: string, now: Date): Promise<void> {
    await this.database.one(sql`
      update identity.payments set state = 'void', next_try_time = ${now}
       where reference = ${reference} and state = 'asked'`);
  }
}
