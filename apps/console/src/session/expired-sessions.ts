import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { observe } from '@app/metrics';
import { ScheduledTask } from '@app/scheduled-tasks';
import { ConsoleSessionQueries } from './session.queries.js';
import { ConsoleSessions } from './sessions.js';

/** Sessions that one run removes, each with one request to the authorization server. */
const MAX_REMOVED = 500;

/** Revokes the grants of sessions that have ended and removes them, and counts the others for the metrics. */
@Injectable()
export class ExpiredSessions extends ScheduledTask implements OnModuleDestroy {
  #count: number | undefined;
  readonly #forget = observe('console_sessions', () => this.#count);

  constructor(
    private readonly queries: ConsoleSessionQueries,
    private readonly sessions: ConsoleSessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-expired-console-sessions', logger);
  }

  onModuleDestroy(): void {
    this.#forget();
  }

  /** Runs immediately; for tests. */
  wake(): Promise<void> {
    return this.runner.wake();
  }

  protected async work(): Promise<void> {
    const now = this.clock.now();
    this.#count = await this.queries.count(now);
    for (const id of await this.queries.listEnded(now, MAX_REMOVED)) await this.sessions.removeEnded(id);
  }
}
