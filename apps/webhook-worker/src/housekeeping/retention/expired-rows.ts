import { Inject, Injectable } from '@nestjs/common';
import { Database, tableRegistry } from '@app/database';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import {
  removeEndedPayments,
  removeIdempotencyKeys,
  removeLimitCounts,
  removeOnboardingGrants,
  removeWebhookHours,
} from './retention.queries.js';

const BATCH = 1_000;
const WEBHOOK_HOURS_DAYS = tableRegistry['learning.webhook_hours'].kept.days;

/** Removes expired rows from tables without daily partitions. */
@Injectable()
export class ExpiredRows extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-expired-rows', logger);
  }

  protected async work(): Promise<number | void> {
    const removed = await removeIdempotencyKeys(this.database, this.clock.now(), BATCH);
    await removeOnboardingGrants(this.database, this.clock.now());
    const counts = await removeLimitCounts(this.database, BATCH);
    const payments = await removeEndedPayments(this.database, BATCH);
    const hours = await removeWebhookHours(this.database, WEBHOOK_HOURS_DAYS, BATCH);
    if ([removed, counts, payments, hours].includes(BATCH)) return 0;
  }
}
