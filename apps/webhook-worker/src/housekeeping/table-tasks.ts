import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { addUpPopularity, deleteUnconsumed, removeUnfollowed } from '@app/catalogue';
import { Database, tableRegistry } from '@app/database';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { TaskRunner } from '@app/scheduled-tasks';
import { addUpCounts } from './materialized-counts/materialized-counts.queries.js';
import {
  dropEventPartitions,
  makeEventPartitions,
  removeApiErrors,
  removeEndedPayments,
  removeIdempotencyKeys,
  removeLimitCounts,
  removeOnboardingGrants,
  removeUnusedFacets,
  removeUnusedTopics,
  removeWebhookHours,
} from './retention/retention.queries.js';

const DAY_MS = 86_400_000;
const EXPIRED_ROWS = 1_000;
const COUNT_CHANGES = 10_000;
/** Writers of the catalogue may have to wait for a statement about this many documents. */
const POPULARITY_CHANGES = 1_000;
const CATALOGUE_CHANGES = 10_000;
/** Few, because no object can be written while they are removed. */
const FACETS = 50;
const FACETS_RETRY_MS = 10_000;
/** Few, because the portal's objects cannot be written meanwhile. */
const TOPICS = 20;
/** A catalogue that is deleted and imported again within this time gets its topic numbers back. */
const KEEP_TOPICS_MS = DAY_MS;
const PARTITIONS_AHEAD_DAYS = 9;

/**
 * The periodic tasks that only run a few statements. Each works in batches: it returns 0 to run again immediately
 * while there may be more.
 */
@Injectable()
export class TableTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #runners: readonly TaskRunner[];

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#runners = [
      new TaskRunner('add-up-materialized-counts', () => this.#addUpCounts(), logger),
      new TaskRunner('manage-event-partitions', () => this.#managePartitions(), logger),
      new TaskRunner('remove-expired-rows', () => this.#removeExpiredRows(), logger),
      new TaskRunner('remove-unfollowed-changes', () => this.#removeUnfollowedChanges(), logger),
      new TaskRunner('remove-unused-facets', () => this.#removeUnusedFacets(), logger),
      new TaskRunner('remove-unused-topics', () => this.#removeUnusedTopics(), logger),
    ];
  }

  onApplicationBootstrap(): void {
    for (const runner of this.#runners) runner.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()));
  }

  /** Adds changes to the counts of enrollments and accounts, and to the popularity of learning objects. */
  async #addUpCounts(): Promise<number | void> {
    const moved = await addUpCounts(this.database, COUNT_CHANGES);
    const popularity = await this.database.write((tx) => addUpPopularity(tx, POPULARITY_CHANGES));
    if (moved === COUNT_CHANGES || popularity > POPULARITY_CHANGES / 2) return 0;
  }

  async #managePartitions(): Promise<void> {
    await makeEventPartitions(this.database, PARTITIONS_AHEAD_DAYS);
    const { days } = tableRegistry['learning.webhook_deliveries'].kept;
    const dropped = await dropEventPartitions(this.database, days);
    if (dropped > 0) this.logger.info({ dropped }, 'expired partitions were dropped');
  }

  async #removeExpiredRows(): Promise<number | void> {
    const now = this.clock.now();
    await removeOnboardingGrants(this.database, now);
    const { days } = tableRegistry['learning.webhook_hours'].kept;
    const removed = [
      await removeIdempotencyKeys(this.database, now, EXPIRED_ROWS),
      await removeLimitCounts(this.database, EXPIRED_ROWS),
      await removeEndedPayments(this.database, EXPIRED_ROWS),
      await removeWebhookHours(this.database, days, EXPIRED_ROWS),
      await removeApiErrors(this.database, tableRegistry['maintenance.api_errors'].kept.days, EXPIRED_ROWS),
    ];
    if (removed.includes(EXPIRED_ROWS)) return 0;
  }

  /** Stops recording changes that no search index reads: they would accumulate forever. */
  async #removeUnfollowedChanges(): Promise<number | void> {
    const { days } = tableRegistry['learning.search_changes'].kept;
    if (await deleteUnconsumed(this.database, new Date(this.clock.now().getTime() - days * DAY_MS)))
      this.logger.warn(
        'the search index has read no change for a week: it is built anew when it is used again',
      );
    if ((await removeUnfollowed(this.database, CATALOGUE_CHANGES)) > 0) return 0;
  }

  async #removeUnusedFacets(): Promise<number | void> {
    const examined = await removeUnusedFacets(this.database, FACETS);
    if (examined === undefined) return FACETS_RETRY_MS;
    if (examined > 0) return 0;
  }

  async #removeUnusedTopics(): Promise<number | void> {
    const before = new Date(this.clock.now().getTime() - KEEP_TOPICS_MS);
    if ((await removeUnusedTopics(this.database, before, TOPICS)) > 0) return 0;
  }
}
