import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { Repeating } from '../shared/repeating.js';
import { EnrollmentCountsQueries } from './enrollment-counts.queries.js';

const everyMs = 10_000;
const batch = 10_000;

/** Adds up what each write of enrollments changes in their counts, so that lists have little to add. */
@Injectable()
export class EnrollmentCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeating = new Repeating(() => this.#addUp());

  constructor(
    private readonly queries: EnrollmentCountsQueries,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repeating.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeating.stop();
  }

  async #addUp(): Promise<number> {
    try {
      return (await this.queries.addUp(batch)) === batch ? 0 : everyMs;
    } catch (error) {
      this.logger.error({ err: error }, 'counts of enrollments could not be added up');
      return everyMs;
    }
  }
}
