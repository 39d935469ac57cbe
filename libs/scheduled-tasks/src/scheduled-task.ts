import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@app/kernel';
import { Repeating } from './repeating.js';

/** Something that the worker does again and again from its start to its end; what fails is logged and done anew. */
export abstract class RepeatingTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #repeating = new Repeating(() => this.once());

  /** @param failure what the log says of a failure, after which `retryMs` pass */
  constructor(
    readonly logger: Logger,
    private readonly failure: string,
    private readonly retryMs: number,
  ) {}

  /** @returns after how many milliseconds it is to be done again */
  protected abstract work(): Promise<number>;

  onApplicationBootstrap(): void {
    this.#repeating.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repeating.stop();
  }

  /** {@link work}. Never throws. */
  protected async once(): Promise<number> {
    try {
      return await this.work();
    } catch (error) {
      this.logger.error({ err: error }, this.failure);
      return this.retryMs;
    }
  }
}
