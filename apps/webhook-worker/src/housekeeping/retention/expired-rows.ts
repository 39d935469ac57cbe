import { Inject, Injectable } from '@nestjs/common';
import { tableRegistry } from '@app/database';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { ExpiredRowsQueries } from './expired-rows.queries.js';

const BATCH = 1_000;
const WEBHOOK_HOURS_DAYS = tableRegistry['learning.webhook_hours'].kept.days;

/** Removes expired rows from tables without daily partitions. */
@Injectable()
export class ExpiredRows extends ScheduledTask {
  constructor(
    private readonly queries: ExpiredRowsQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-expired-rows', logger);
  }

  protected async work(): Promise<number | void> {
    const removed = await this.queries.removeIdempotencyKeys(this.clock.now(), BATCH);
    await this.queries.removeOnboardingGrants(this.clock.now());
    const counts = await this.queries.removeLimitCounts(BATCH);
    const payments = await this.queries.removeEndedPayments(BATCH);
    const hours = await this.queries.removeWebhookHours(WEBHOOK_HOURS_DAYS, BATCH);
    if ([removed, counts, payments, hours].includes(BATCH)) return 0;
  }
}
