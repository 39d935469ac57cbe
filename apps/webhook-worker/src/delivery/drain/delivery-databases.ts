import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Database, openDatabase } from '@app/database';
import type { Lane } from '@app/events';

/** The connections for delivery: each lane has its own, so that the slow one cannot use up the other's. */
@Injectable()
export class DeliveryDatabases implements OnApplicationShutdown {
  private constructor(
    readonly fast: Database,
    readonly slow: Database,
  ) {}

  /**
   * @param poolSizes connections of each lane
   * @param waitMs milliseconds that a statement waits for a lock
   * @throws when Postgres is down
   */
  static async open(
    url: string,
    poolSizes: Record<Lane, number>,
    waitMs: number,
  ): Promise<DeliveryDatabases> {
    const open = (lane: Lane) =>
      openDatabase({
        url,
        applicationName: `webhook-worker ${lane} lane`,
        poolSize: poolSizes[lane],
        pool: lane,
        forcesIndexPlans: true,
        waitMs,
      });
    const [fast, slow] = await Promise.all([open('fast'), open('slow')]);
    return new DeliveryDatabases(fast, slow);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.fast.close(), this.slow.close()]);
  }
}
