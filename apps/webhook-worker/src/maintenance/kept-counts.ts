import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { Repeating } from '../shared/repeating.js';
import { KeptCountsQueries } from './kept-counts.queries.js';

const everyMs = 10_000;
const batch = 10_000;

/** Adds up what writes of enrollments and accounts change in their counts, so that lists have little to add. */
@Injectable()
export class KeptCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeating = new Repeating(() => this.#addUp());

  constructor(
    private readonly queries: KeptCountsQueries,
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
      this.logger.error({ err: error }, 'kept counts could not be added up');
      return everyMs;
    }
  }
}
