import { DatabaseUnavailable } from '@app/database';
import { SingleFlight, type Logger } from '@app/kernel';
import { metrics } from '@app/metrics';
import { scheduledTasks, type TaskDefinition, type TaskName } from './tasks.js';

/** Milliseconds between two log lines about a task that keeps failing. */
const LOG_INTERVAL_MS = 60_000;

/** Runs one task of {@link scheduledTasks} periodically, never concurrently with itself in this process. */
export class TaskRunner {
  readonly everyMs: number;
  readonly #retryMs: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #runs = new SingleFlight(() => this.#run());
  #isStarted = false;
  #failures = 0;
  #loggedAt = -Infinity;

  /**
   * @param work returns the milliseconds until the next run; if undefined, the task's own interval applies. A failure
   *   is logged and counted by the task's name, and the task is retried
   * @param everyMs overrides the interval in the list; for tests and settings
   */
  constructor(
    readonly name: TaskName,
    private readonly work: () => Promise<number | void>,
    private readonly logger: Logger,
    everyMs?: number,
  ) {
    const definition: TaskDefinition = scheduledTasks[name];
    this.everyMs = everyMs ?? definition.everyMs;
    this.#retryMs = definition.retryMs ?? this.everyMs;
    // creates the counter, because a first failure is a change only if there was a value before
    metrics.scheduled_task_failures_total.inc({ task: name }, 0);
  }

  /** @param inMs milliseconds until the first run */
  start(inMs = 0): void {
    this.#isStarted = true;
    this.#schedule(inMs);
  }

  /**
   * Runs it now, in addition to its interval; if it is already running, once more afterwards, because that run may
   * have missed something. Settles when the run has ended. Never throws.
   */
  wake(): Promise<void> {
    return this.#runs.again();
  }

  /** Stops the task; waits for a run in progress. */
  stop(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#runs.stop();
  }

  #schedule(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#runs.join(), inMs).unref();
  }

  async #run(): Promise<void> {
    const nextInMs = await this.#once();
    if (this.#isStarted && !this.#runs.isStopped) this.#schedule(nextInMs);
  }

  async #once(): Promise<number> {
    try {
      const nextInMs = (await this.work()) ?? this.everyMs;
      if (this.#failures > 0)
        this.logger.info({ task: this.name, failures: this.#failures }, 'a scheduled task works again');
      this.#failures = 0;
      this.#loggedAt = -Infinity;
      return nextInMs;
    } catch (error) {
      this.#recordFailure(error);
      return this.#retryMs;
    }
  }

  /** Logs the first of several failures, then one a minute: a task may fail several times a second. */
  #recordFailure(error: unknown): void {
    this.#failures += 1;
    metrics.scheduled_task_failures_total.inc({ task: this.name });
    const now = performance.now();
    if (now - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    // readiness reports that Postgres is down
    const level = error instanceof DatabaseUnavailable ? 'warn' : 'error';
    this.logger[level]({ err: error, task: this.name, failures: this.#failures }, 'a scheduled task failed');
  }
}
