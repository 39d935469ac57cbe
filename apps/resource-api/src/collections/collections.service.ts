import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import {
  assertFewItems,
  changeCatalogue,
  putDefaultCollection,
  unknownObjects,
  visibleIds,
} from '@app/catalogue';
import { Database, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { found } from '@app/kernel';
import { CollectionsQueries } from './collections.queries.js';

@Injectable()
export class CollectionsService {
  constructor(
    private readonly database: Database,
    private readonly queries: CollectionsQueries,
    private readonly events: EventOutbox,
  ) {}

  /**
   * @throws BadRequest listing the ids that are unknown or that the portal does not see; LimitReached. Nothing is
   * changed then.
   */
  async add(actor: Actor, collection: string, ids: readonly number[]): Promise<void> {
    await this.database.write(async (tx) => {
      const collectionId = await this.#idOf(tx, actor.portalId, collection);
      const visible = new Set(await visibleIds(tx, actor, ids));
      const unknown = [...new Set(ids)].filter((id) => !visible.has(id));
      if (unknown.length > 0) throw unknownObjects('lo', unknown);
      await changeCatalogue(tx, this.events, ids, async () => {
        const touched = await this.queries.add(tx, collectionId, ids);
        await assertFewItems(tx, collectionId);
        return { written: [], touched };
      });
    });
  }

  async remove(actor: Actor, collection: string, ids: readonly number[]): Promise<void> {
    await this.database.write(async (tx) => {
      const collectionId = await this.#idOf(tx, actor.portalId, collection);
      await changeCatalogue(tx, this.events, ids, async () => ({
        written: [],
        touched: await this.queries.remove(tx, collectionId, ids),
      }));
    });
  }

  /** `default` always exists; numbered ones are created by the command line. */
  async #idOf(tx: Transaction, portalId: number, collection: string): Promise<number> {
    if (collection === 'default') return putDefaultCollection(tx, portalId);
    const id = /^\d{1,9}$/.test(collection) ? Number(collection) : 0;
    return found(await this.queries.find(tx, portalId, id), 'collection').id;
  }
}
