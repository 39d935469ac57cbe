import { Inject, Injectable } from '@nestjs/common';
import { fillInLink } from '@app/catalogue';
import { Database } from '@app/database';
import { EventOutbox } from '@app/events';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { logParked } from '../../edge/parking/index.js';
import {
  type DueLink,
  abandonLinkPage,
  claimLinkTurn,
  postponeLinkPage,
  removeLinkPage,
} from './link-pages.queries.js';
import { PageClient, PageRefused } from './page-client.js';

/** Pages read in parallel, in all and for one portal. */
const slots = { all: 8, portal: 2 };
/** Seconds until a page that did not answer is requested again; after the last retry it is abandoned. */
const retries = [60, 600, 3_600];
const NO_PORTAL = -1;
const LAST_PORTAL = 2 ** 31 - 1;

/**
 * Reads the pages of new links for an image and a title. Portals take turns, each within its slots, so that many links
 * or hanging pages of one portal do not delay those of another.
 */
@Injectable()
export class LinkPages extends ScheduledTask {
  readonly #outbox = EventOutbox.withoutHints();
  /** The pages being read, and their portals. */
  readonly #requests = new Map<Promise<void>, number>();
  /** The portal that was served last. */
  #last = NO_PORTAL;

  constructor(
    private readonly database: Database,
    private readonly client: PageClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('read-link-pages', logger);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await this.client.close();
    await super.beforeApplicationShutdown();
    await Promise.all(this.#requests.keys());
  }

  /** Fills the free slots; more follow as soon as one becomes free. */
  protected async work(): Promise<number | void> {
    for (const link of await this.#nextLinks(slots.all - this.#requests.size)) this.#start(link);
    if (this.#requests.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const later = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.runner.everyMs)));
    await Promise.race([...this.#requests.keys(), later]);
    clearTimeout(timer);
    return 0;
  }

  /** Claims links round-robin, starting after the portal that was served last. */
  async #nextLinks(limit: number): Promise<DueLink[]> {
    if (limit === 0) return [];
    const without = this.#fullPortals();
    const [after, upTo] = [this.#last, LAST_PORTAL];
    const links = await claimLinkTurn(this.database, { after, upTo, without }, limit);
    if (links.length < limit && after !== NO_PORTAL) {
      const rest = { after: NO_PORTAL, upTo: after, without };
      links.push(...(await claimLinkTurn(this.database, rest, limit - links.length)));
    }
    this.#last = turnAfter(links, after);
    return links;
  }

  #fullPortals(): number[] {
    const counts = new Map<number, number>();
    for (const portal of this.#requests.values()) counts.set(portal, (counts.get(portal) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= slots.portal).map(([portal]) => portal);
  }

  #start(link: DueLink): void {
    const request = this.#readPage(link).finally(() => this.#requests.delete(request));
    this.#requests.set(request, link.portalId);
  }

  /** Never throws: a failure affects one link only. */
  async #readPage(link: DueLink): Promise<void> {
    try {
      await this.#fillIn(link);
    } catch (error) {
      logParked(this.logger, 'link', error, { learning_object: link.id, portal_id: link.portalId });
      // if that fails too, it is due again after five minutes
      await this.#later(link).catch(() => undefined);
    }
  }

  async #fillIn(link: DueLink): Promise<void> {
    const { id, url } = link;
    if (url === null) return abandonLinkPage(this.database, id);
    const facts = await this.client.read(url).catch((error: unknown) => error as Error);
    if (facts instanceof Error) {
      return facts instanceof PageRefused ? abandonLinkPage(this.database, id) : this.#later(link);
    }
    await this.database.write(async (tx) => {
      await fillInLink(tx, this.#outbox, { id, url }, facts, this.clock.now());
      await removeLinkPage(tx, id);
    });
  }

  #later({ id, tries }: DueLink): Promise<void> {
    const wait = retries[tries - 1];
    return wait === undefined
      ? abandonLinkPage(this.database, id)
      : postponeLinkPage(this.database, id, wait);
  }
}

/** The last portal served, counting from the one before this turn. */
function turnAfter(links: readonly DueLink[], after: number): number {
  const portals = links.map(({ portalId }) => portalId);
  const wrapped = portals.filter((portal) => portal <= after);
  return Math.max(...(wrapped.length > 0 ? wrapped : [after, ...portals]));
}
