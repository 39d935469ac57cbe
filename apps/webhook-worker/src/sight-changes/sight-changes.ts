import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { tellSightChange } from '@app/catalogue';
import { Database } from '@app/database';
import { EventOutbox } from '@app/events';
import { LOGGER, type Logger } from '@app/kernel';
import { Repeating } from '../shared/repeating.js';

const idleMs = 5_000;
const batch = 200;
/** Objects a second, so that other events are not kept waiting. */
const pace = 500;

/** Tells portals of the many objects that a subscription gave them or took from them, some at a time. */
@Injectable()
export class SightChanges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #repeating = new Repeating(() => this.#tell());
  /** The relay looks by itself. */
  readonly #outbox = EventOutbox.withoutHints();

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repeating.stop();
  }

  async #tell(): Promise<number> {
    try {
      const told = await this.database.write((tx) => tellSightChange(tx, this.#outbox, batch));
      return told === undefined ? idleMs : (told / pace) * 1000;
    } catch (error) {
      this.logger.error({ err: error }, 'portals could not be told what they see');
      return idleMs;
    }
  }
}
