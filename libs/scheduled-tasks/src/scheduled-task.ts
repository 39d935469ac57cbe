import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@app/kernel';
import { TaskRunner } from './task-runner.js';
import type { TaskName } from './tasks.js';

/** A provider that runs one task, from the start of the application to its end. */
export abstract class ScheduledTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly runner: TaskRunner;

  /** @param everyMs overrides the interval in the list; for tests and settings */
  constructor(
    name: TaskName,
    readonly logger: Logger,
    everyMs?: number,
  ) {
    this.runner = new TaskRunner(name, () => this.work(), logger, everyMs);
  }

  /** @returns milliseconds until the next run; if undefined, the interval */
  protected abstract work(): Promise<number | void>;

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
  }
}
