import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { changeCatalogue, learningObjectsByIds, enqueueLinkPage, type LearningObject } from '@app/catalogue';
import { Database, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { CLOCK, orNotFound, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { ContentQueries, type NewItem } from './content.queries.js';
import type { CreateLink, CreateManual } from './content.schema.js';

@Injectable()
export class ContentService {
  constructor(
    private readonly database: Database,
    private readonly queries: ContentQueries,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The URL is stored and never requested by this server, so intranet links are accepted (contract 4.15). The worker
   * reads the page later.
   */
  createLink(actor: Actor, link: CreateLink): Promise<LearningObject> {
    return this.database.write(async (tx) => {
      const created = await this.#create(tx, actor, {
        type: 'link',
        provider_id: await this.queries.ownProvider(tx, actor.portalId),
        ...link,
      });
      await enqueueLinkPage(tx, created.id);
      return created;
    });
  }

  createManual(actor: Actor, manual: CreateManual): Promise<LearningObject> {
    const { provider, ...item } = manual;
    return this.database.write(async (tx) =>
      this.#create(tx, actor, {
        type: 'manual',
        provider_id: await this.queries.provider(tx, actor.portalId, provider),
        ...item,
      }),
    );
  }

  /** @throws LimitReached */
  async #create(tx: Transaction, actor: Actor, item: NewItem): Promise<LearningObject> {
    const { portalId } = actor;
    await addToCount(tx, 'content_made', portalId);
    await this.queries.assertContentLimit(tx, portalId);
    const { written } = await changeCatalogue(tx, this.events, [], async () => ({
      written: [await this.queries.insert(tx, portalId, item, this.clock.now())],
    }));
    const created = await learningObjectsByIds(tx, actor, written);
    return orNotFound(created.get(written[0] ?? 0), 'learning object');
  }
}
