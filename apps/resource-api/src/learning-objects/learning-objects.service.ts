import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import {
  CatalogueIndex,
  changeCatalogue,
  lockOwnObjects,
  enqueueLinkPage,
  portalVisibility,
  presentLearningObject,
  retire,
  visibleRows,
  type LearningObject,
  type LearningObjectRow,
  type Viewer,
  type PortalVisibility,
} from '@app/catalogue';
import { Database, type Reader } from '@app/database';
import { EventOutbox } from '@app/events';
import { assertMatch } from '@app/http';
import { BadRequest, CLOCK, orNotFound, type Clock } from '@app/kernel';
import { isDeepStrictEqual } from 'node:util';
import { readTree } from './course-tree.js';
import { updateLearningObject } from './learning-objects.queries.js';
import type { LearningObjectPage, SearchQuery, UpdateLearningObject } from './learning-objects.schema.js';
import { Scrolls, type ScrollOwner } from './search/scrolls.js';
import { toSearch, unknownFacets } from './search/to-search.js';

@Injectable()
export class LearningObjectsService {
  constructor(
    private readonly database: Database,
    private readonly index: CatalogueIndex,
    private readonly scrolls: Scrolls,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async search(actor: Actor, query: SearchQuery): Promise<LearningObjectPage> {
    if (query.scrollId !== undefined) return this.#scrollOn(actor, query.scrollId, query.limit);
    const visibility = await portalVisibility(this.database, actor);
    if (query.scroll) return this.#scroll(actor, visibility, query);
    const page = await this.index.search(visibility, toSearch(query));
    const missing = unknownFacets(query).map((name) => [name, { buckets: [] }] as const);
    return {
      total: page.total,
      hits: await this.#hits(visibility, page.ids, query.premium),
      // keys are ids of providers in `instance`, text in the others
      ...(query.facets
        ? { facets: { ...page.facets, ...Object.fromEntries(missing) } as LearningObjectPage['facets'] }
        : {}),
    };
  }

  /** Freezes a result set for paging through it. */
  async #scroll(actor: Actor, visibility: PortalVisibility, query: SearchQuery): Promise<LearningObjectPage> {
    const { limit, filter, sort } = toSearch(query);
    const ids = await this.index.freeze(visibility, { filter, sort });
    const id = await this.scrolls.open(scrollOwner(actor), ids, limit);
    return {
      total: ids.length,
      hits: await this.#hits(visibility, ids.slice(0, limit), query.premium),
      _scroll_id: ids.length > 0 ? id : null,
    };
  }

  async #scrollOn(actor: Actor, id: string, limit: number | undefined): Promise<LearningObjectPage> {
    const page = await this.scrolls.next(scrollOwner(actor), id, limit);
    // visibility is checked again for each page; the frozen set knows whether premium content was requested
    const { portalId, seesDrafts } = actor;
    const hits = await this.#hits({ portalId, seesDrafts }, page.ids, true);
    // decided by ids, because a page whose objects were all hidden meanwhile is not the last one
    return { total: page.total, hits, _scroll_id: page.ids.length > 0 ? id : null };
  }

  /** Reads the objects from Postgres with the visibility rule, so that a hidden object disappears immediately. */
  async #hits(viewer: Viewer, ids: readonly number[], premium: boolean): Promise<LearningObject[]> {
    const rows = await visibleRows(this.database.heavy, viewer, ids, { premium });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentLearningObject(row)] : [];
    });
  }

  get(actor: Actor, id: number): Promise<LearningObject> {
    return this.#detail(this.database, actor, id);
  }

  async #detail(reader: Reader, viewer: Viewer, id: number): Promise<LearningObject> {
    return orNotFound(await readTree(reader, await portalVisibility(reader, viewer), id), 'learning object');
  }

  /** Changes the portal's own object; every portal that sees it is notified. */
  async update(
    actor: Actor,
    id: number,
    change: UpdateLearningObject,
    ifMatch: string | undefined,
  ): Promise<LearningObject> {
    return this.database.write(async (tx) => {
      const before = orNotFound(await lockOwnObjects(tx, actor.portalId, id), 'learning object');
      if (ifMatch !== undefined) assertMatch(ifMatch, await this.#detail(tx, actor, id));
      if (change.url !== undefined && before.type !== 'link')
        throw BadRequest.field('url', 'only link items have one');
      const different = differences(before, change);
      if (Object.keys(different).length > 0)
        await changeCatalogue(tx, this.events, [id], async () => {
          await updateLearningObject(tx, actor.portalId, id, different, this.clock.now());
          return { written: [id] };
        });
      if (different.url !== undefined) await enqueueLinkPage(tx, id);
      return this.#detail(tx, actor, id);
    });
  }

  /** Retires the portal's own object: it can no longer be found, but learning records stay. */
  async remove(actor: Actor, id: number, ifMatch: string | undefined): Promise<void> {
    await this.database.write(async (tx) => {
      orNotFound(await lockOwnObjects(tx, actor.portalId, id), 'learning object');
      if (ifMatch !== undefined) assertMatch(ifMatch, await this.#detail(tx, actor, id));
      await retire(tx, this.events, [id], this.clock.now());
    });
  }
}

/** The part of the change that differs from the current values. */
function differences(row: LearningObjectRow, change: UpdateLearningObject): UpdateLearningObject {
  const before = { ...row, ...row.lists };
  return Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value, before[name as keyof typeof before]),
    ),
  );
}

const scrollOwner = ({ portalId, clientId, accountId }: Actor): ScrollOwner => ({
  portalId,
  clientId,
  accountId,
});
