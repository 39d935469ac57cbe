import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { Repeating } from '../shared/repeating.js';
import { ExpiredQueries } from './expired.queries.js';

const everyMs = 60_000;
const batch = 1_000;

/** Removes what has expired row by row. */
@Injectable()
export class Expired implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeating = new Repeating(() => this.#remove());

  constructor(
    private readonly queries: ExpiredQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repeating.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeating.stop();
  }

  async #remove(): Promise<number> {
    try {
      const removed = await this.queries.removeIdempotencyKeys(this.clock.now(), batch);
      await this.queries.removeOnboardingGrants(this.clock.now());
      return removed === batch ? 0 : everyMs;
    } catch (error) {
      this.logger.error({ err: error }, 'what has expired could not be removed');
      return everyMs;
    }
  }
}
