import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { PAYMENT_GATEWAY, SettlementQueries, type DuePayment, type PaymentGateway } from '@app/onboarding';
import { RepeatingTask } from '../common/repeating-task.js';

const everyMs = 5_000;
const batch = 20;
/** Seconds before the next try, by the number of tries made; the last one goes on for ever. */
const pauses = [10, 60, 300, 1_800, 3_600];

/** Captures the payments of portals that were made, and voids those of portals that were not. */
@Injectable()
export class Settlement extends RepeatingTask {
  constructor(
    private readonly queries: SettlementQueries,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'payments could not be settled', everyMs);
  }

  /** Settles everything that is due. @returns how many were tried */
  async settleDue(): Promise<number> {
    const due = await this.queries.take(this.clock.now(), batch);
    for (const payment of due) await this.#try(payment);
    return due.length;
  }

  async #try(payment: DuePayment): Promise<void> {
    try {
      await this.gateway[payment.state](payment.reference);
      await this.queries.settled(payment);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      this.logger.warn(
        { payment: payment.reference, tries: payment.tries, reason },
        'a payment is not settled',
      );
      const seconds = pauses[payment.tries - 1] ?? pauses.at(-1)!;
      await this.queries.failed(payment, reason, new Date(this.clock.now().getTime() + seconds * 1000));
    }
  }

  protected async work(): Promise<number> {
    return (await this.settleDue()) === batch ? 0 : everyMs;
  }
}
