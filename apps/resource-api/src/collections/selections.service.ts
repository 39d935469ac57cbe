import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import {
  changeCatalogue,
  objectVisibilities,
  upsertDefaultCollection,
  unknownObjects,
  visibleIds,
} from '@app/catalogue';
import { wireTime } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { assertMatch } from '@app/http';
import { Conflict, orNotFound } from '@app/kernel';
import type { ListSelectionsQuery, Selection, SelectionPage, UpdateSelection } from './collections.schema.js';
import {
  addItems,
  deleteSelection,
  findSelection,
  insertSelection,
  filterContained,
  listItems,
  lockSelection,
  assertItemLimit,
  removeItems,
  renameSelection,
  selectionPage,
  touchSelection,
  type SelectionKind,
  type SelectionRow,
} from './selections.queries.js';

/**
 * Maximum number of items with which a selection can be deleted in one request: each is rewritten, and all viewers are
 * notified.
 */
const MAX_DELETED = 10_000;

/**
 * Number of items that one transaction adds or removes: until it ends, other transactions that change these objects or
 * enroll people into them wait.
 */
const ITEMS_PER_TRANSACTION = 200;

/** Splits ids into parts, at least one. */
const splitIds = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.max(1, Math.ceil(ids.length / ITEMS_PER_TRANSACTION)) }, (_, part) =>
    ids.slice(part * ITEMS_PER_TRANSACTION, (part + 1) * ITEMS_PER_TRANSACTION),
  );

/** The id of a collection or content group, or the name of the collection that every portal has. */
export type SelectionId = number | 'default';

/** Collections and content groups, which differ only in their readers and permitted items. */
@Injectable()
export class SelectionsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventOutbox,
  ) {}

  async list(actor: Actor, kind: SelectionKind, query: ListSelectionsQuery): Promise<SelectionPage> {
    if (!kind.isShared) await this.database.write((tx) => upsertDefaultCollection(tx, actor.portalId));
    const { total, rows } = await selectionPage(this.database.heavy, kind, actor, query);
    return { total, hits: rows.map((row) => present(actor, kind, row)) };
  }

  async get(actor: Actor, kind: SelectionKind, id: SelectionId): Promise<Selection> {
    const selectionId =
      id === 'default' ? await this.database.write((tx) => upsertDefaultCollection(tx, actor.portalId)) : id;
    return present(
      actor,
      kind,
      orNotFound(await findSelection(this.database, kind, actor, selectionId), kind.noun),
    );
  }

  /** @throws LimitReached */
  create(actor: Actor, kind: SelectionKind, title: string): Promise<Selection> {
    return this.database.write(async (tx) => {
      const id = await insertSelection(tx, kind, actor.portalId, title);
      return present(actor, kind, orNotFound(await findSelection(tx, kind, actor, id), kind.noun));
    });
  }

  rename(
    actor: Actor,
    kind: SelectionKind,
    id: SelectionId,
    { title }: UpdateSelection,
    ifMatch: string | undefined,
  ): Promise<Selection> {
    return this.database.write(async (tx) => {
      const before = await this.#lock(tx, actor, kind, id);
      assertMatch(ifMatch, present(actor, kind, before));
      if (title === undefined || title === before.title) return present(actor, kind, before);
      await renameSelection(tx, kind, before.id, title);
      return present(actor, kind, orNotFound(await findSelection(tx, kind, actor, before.id), kind.noun));
    });
  }

  /** @throws Conflict `default_collection`, `too_many_items` */
  async remove(
    actor: Actor,
    kind: SelectionKind,
    id: SelectionId,
    ifMatch: string | undefined,
  ): Promise<void> {
    await this.database.write(async (tx) => {
      const before = await this.#lock(tx, actor, kind, id);
      assertMatch(ifMatch, present(actor, kind, before));
      if (!kind.isShared && before.slug === 'default')
        throw new Conflict('default_collection', 'Every portal keeps its default collection.');
      if ((await listItems(tx, kind, before.id, MAX_DELETED + 1)).length > MAX_DELETED)
        throw new Conflict(
          'too_many_items',
          `Remove items first, until at most ${MAX_DELETED.toLocaleString('en')} are left.`,
        );
    });
    while (!(await this.#removePart(actor, kind, id)));
  }

  /**
   * Removes some of its items, or the last ones together with the selection.
   * @returns whether the selection is gone
   */
  #removePart(actor: Actor, kind: SelectionKind, id: SelectionId): Promise<boolean> {
    return this.database.write(async (tx) => {
      const selection = await this.#lock(tx, actor, kind, id);
      const items = await listItems(tx, kind, selection.id, ITEMS_PER_TRANSACTION + 1);
      await this.#remove(tx, kind, selection.id, items.slice(0, ITEMS_PER_TRANSACTION));
      if (items.length > ITEMS_PER_TRANSACTION) return false;
      await deleteSelection(tx, kind, selection.id);
      return true;
    });
  }

  /**
   * Adds items in parts, each in a transaction. All reasons for a refusal are checked before the first one (contract
   * 4.16).
   * @throws BadRequest listing ids that the portal does not see (for a content group: does not own, since it shares
   *   them); LimitReached. Then nothing is changed.
   */
  async add(actor: Actor, kind: SelectionKind, id: SelectionId, ids: readonly number[]): Promise<void> {
    await this.#inParts(ids, async (tx, part, isFirst) => {
      const selection = await this.#lock(tx, actor, kind, id);
      if (isFirst) await this.#check(tx, actor, kind, selection, ids);
      const existingIds = new Set(await filterContained(tx, kind, selection.id, part));
      const newIds = part.filter((one) => !existingIds.has(one));
      if (newIds.length === 0) return;
      await changeCatalogue(tx, this.events, newIds, async () => {
        const touched = await addItems(tx, kind, selection.id, newIds);
        await touchSelection(tx, kind, selection.id);
        return { written: [], touched };
      });
    });
  }

  /** Removes items in parts, each in a transaction. */
  async removeItems(
    actor: Actor,
    kind: SelectionKind,
    id: SelectionId,
    ids: readonly number[],
  ): Promise<void> {
    await this.#inParts(ids, async (tx, part) => {
      const selection = await this.#lock(tx, actor, kind, id);
      if (await this.#remove(tx, kind, selection.id, part)) await touchSelection(tx, kind, selection.id);
    });
  }

  /** Changes each part in its own transaction. */
  async #inParts(
    ids: readonly number[],
    change: (tx: Transaction, part: number[], isFirst: boolean) => Promise<void>,
  ): Promise<void> {
    for (const [index, part] of splitIds(ids).entries())
      await this.database.write((tx) => change(tx, part, index === 0));
  }

  /**
   * @param ids that it does not contain are ignored
   * @returns whether there were any
   */
  async #remove(tx: Transaction, kind: SelectionKind, id: number, ids: readonly number[]): Promise<boolean> {
    const containedIds = await filterContained(tx, kind, id, ids);
    if (containedIds.length === 0) return false;
    await changeCatalogue(tx, this.events, containedIds, async () => ({
      written: [],
      touched: await removeItems(tx, kind, id, containedIds),
    }));
    return true;
  }

  async #check(
    tx: Transaction,
    actor: Actor,
    kind: SelectionKind,
    { id }: SelectionRow,
    ids: readonly number[],
  ): Promise<void> {
    const allowed = new Set(await this.#allowed(tx, actor, kind, ids));
    const unknown = [...new Set(ids)].filter((one) => !allowed.has(one));
    if (unknown.length > 0) throw unknownObjects('lo', unknown);
    await assertItemLimit(tx, kind, id, ids);
  }

  async #allowed(
    tx: Transaction,
    actor: Actor,
    kind: SelectionKind,
    ids: readonly number[],
  ): Promise<number[]> {
    const visible = await visibleIds(tx, actor, ids);
    if (!kind.isShared) return visible;
    const objects = await objectVisibilities(tx, visible);
    return visible.filter((id) => objects.get(id)?.owner_portal === actor.portalId);
  }

  async #lock(tx: Transaction, actor: Actor, kind: SelectionKind, id: SelectionId): Promise<SelectionRow> {
    const selectionId = id === 'default' ? await upsertDefaultCollection(tx, actor.portalId) : id;
    return orNotFound(await lockSelection(tx, kind, actor, selectionId), kind.noun);
  }
}

/** `own` is omitted for collections: portals only have their own. */
const present = ({ portalId }: Actor, { isShared }: SelectionKind, row: SelectionRow): Selection => ({
  id: row.id,
  title: row.title,
  items_count: row.items_count,
  created_time: wireTime(row.created_time),
  updated_time: wireTime(row.updated_time),
  ...(isShared && { own: row.portal_id === portalId }),
});
