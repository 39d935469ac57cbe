import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { PAYMENT_GATEWAY, SettlementQueries, type DuePayment, type PaymentGateway } from '@app/onboarding';
import { ScheduledTask } from '@app/scheduled-tasks';
import { logParked, parkReason, UnreadableRow } from '../../edge/parking/index.js';

const isSettled = (state: string): boolean => state === 'capture' || state === 'void';

const BATCH = 20;
/** Seconds until the next attempt, by the number of attempts made; the last one repeats for ever. */
const pauses = [10, 60, 300, 1_800, 3_600];

/** Captures the payments of portals that were created, and voids those of portals that were not. */
@Injectable()
export class PaymentSettlement extends ScheduledTask {
  constructor(
    private readonly queries: SettlementQueries,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('settle-payments', logger);
  }

  /** Settles everything that is due. @returns how many were attempted */
  async settleDue(): Promise<number> {
    const due = await this.queries.claimDue(this.clock.now(), BATCH);
    for (const payment of due) {
      // if even that fails, the payment is due again after its lease
      await this.#try(payment).catch((error: unknown) => {
        this.logger.error(
          { err: error, payment: payment.reference },
          'failed to record the outcome of a payment',
        );
      });
    }
    return due.length;
  }

  async #try(payment: DuePayment): Promise<void> {
    try {
      if (!isSettled(payment.state)) return await this.#park(payment);
      await this.gateway[payment.state](payment.reference);
      await this.queries.settled(payment);
    } catch (error) {
      const reason = parkReason(error);
      this.logger.warn(
        { payment: payment.reference, tries: payment.tries, reason },
        'a payment is not settled',
      );
      const seconds = pauses[payment.tries - 1] ?? pauses.at(-1)!;
      await this.queries.failed(payment, reason, addSeconds(this.clock.now(), seconds));
    }
  }

  /** Retrying does not help a payment in an unknown state. */
  async #park(payment: DuePayment): Promise<void> {
    const error = new UnreadableRow('state_unknown');
    logParked(this.logger, 'payment', error, { payment: payment.reference, state: payment.state });
    await this.queries.failed(payment, error.reason, null);
  }

  protected async work(): Promise<number | void> {
    if ((await this.settleDue()) === BATCH) return 0;
  }
}
