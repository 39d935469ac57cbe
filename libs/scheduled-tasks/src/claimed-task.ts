import type { Database } from '@app/database';
import type { Logger } from '@app/kernel';
import { ScheduledTask } from './scheduled-task.js';
import { claimSchedule, recordResult } from './schedules.queries.js';
import { scheduledTasks, type ClaimedTaskName } from './tasks.js';

/** How often a process checks whether the task is due. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * A task that one process runs at a time. A schedule in Postgres says when it is due, and the first process that claims
 * it runs it. A failure is logged and counted; any process retries it at its next time.
 */
export abstract class ClaimedTask extends ScheduledTask {
  readonly #schedule: string;

  constructor(
    name: ClaimedTaskName,
    protected readonly database: Database,
    logger: Logger,
  ) {
    super(name, logger, CHECK_INTERVAL_MS);
    this.#schedule = scheduledTasks[name].schedule;
  }

  /** @returns a result for operators, in `maintenance.schedules.last_result` */
  protected abstract doClaimed(): Promise<string>;

  protected async work(): Promise<void> {
    if (!(await claimSchedule(this.database, this.#schedule))) return;
    await recordResult(this.database, this.#schedule, await this.doClaimed());
  }
}
