import { Inject, Injectable } from '@nestjs/common';
import { fillInLink } from '@app/catalogue';
import { Database } from '@app/database';
import { EventOutbox } from '@app/events';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { RepeatingTask } from '../common/repeating-task.js';
import { LinkPagesQueries, type DueLink } from './link-pages.queries.js';
import { PageClient, PageRefused } from './page-client.js';

const everyMs = 5_000;
const atOnce = 5;
/** Seconds until a page that did not answer is asked again; then it is left at that. */
const retries = [60, 600, 3_600];

/** Looks at the pages of new links, for an image and a title. */
@Injectable()
export class LinkPages extends RepeatingTask {
  readonly #outbox = EventOutbox.withoutHints();

  constructor(
    private readonly database: Database,
    private readonly queries: LinkPagesQueries,
    private readonly client: PageClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'pages of links could not be looked at', everyMs);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await this.client.close();
    await super.beforeApplicationShutdown();
  }

  protected async work(): Promise<number> {
    const due = await this.queries.takeDue(atOnce);
    await Promise.all(due.map((link) => this.#fillIn(link)));
    return due.length === atOnce ? 0 : everyMs;
  }

  async #fillIn(link: DueLink): Promise<void> {
    const facts = await this.client.read(link.url).catch((error: unknown) => error as Error);
    if (facts instanceof Error) {
      const wait = facts instanceof PageRefused ? undefined : retries[link.tries - 1];
      return wait === undefined ? this.queries.giveUp(link.id) : this.queries.tryAgain(link.id, wait);
    }
    await this.database.write(async (tx) => {
      await fillInLink(tx, this.#outbox, link, facts, this.clock.now());
      await this.queries.done(tx, link.id);
    });
  }
}
