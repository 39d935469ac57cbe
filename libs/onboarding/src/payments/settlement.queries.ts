import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';
import { addSeconds } from '@app/kernel';

export interface DuePayment {
  reference: string;
  state: 'capture' | 'void';
  tries: number;
}

/** Seconds after which an attempt is retried, because its process may have died. */
const LEASE_SECONDS = 60;

/** The worker's part of payments, once the portal has been created or not. */
@Injectable()
export class SettlementQueries {
  constructor(private readonly database: Database) {}

  /** Claims due payments for a minute, including those of abandoned requests. */
  claimDue(now: Date, limit: number): Promise<DuePayment[]> {
    const leased = addSeconds(now, LEASE_SECONDS);
    return this.database.many<DuePayment>(sql`
      update identity.payments p
         set state = case p.state when 'asked' then 'void' else p.state end,
             tries = tries + 1, next_try_time = ${leased}
        from (select reference from identity.payments where next_try_time <= ${now}
               order by next_try_time limit ${limit} for update skip locked) due
       where p.reference = due.reference
      returning p.reference, p.state, p.tries`);
  }

  async settled(payment: DuePayment): Promise<void> {
    await this.database.one(sql`
      update identity.payments
         set state = ${payment.state === 'capture' ? 'captured' : 'voided'}, next_try_time = null, last_error = null
       where reference = ${payment.reference} and state = ${payment.state}`);
  }

  /** @param nextTry null: no further attempt */
  async failed(payment: DuePayment, error: string, nextTry: Date | null): Promise<void> {
    await this.database.one(sql`
      update identity.payments set last_error = ${error}, next_try_time = ${nextTry}
       where reference = ${payment.reference} and state = ${payment.state}`);
  }
}
