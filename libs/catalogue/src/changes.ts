import type { EventType } from '@app/contracts';
import { sql, type Reader, type Transaction } from '@app/database';
import type { DomainEvent, EventOutbox } from '@app/events';
import { indexDocuments } from './import/import.queries.js';
import { presentSharedLearningObject } from './learning-object.presenter.js';
import { rowsForEvents } from './learning-objects.queries.js';
import { portalsThatSee } from './sight.queries.js';

/** What a piece of work did to the catalogue. */
export interface Changed {
  /** Objects whose own fields changed. */
  written: readonly number[];
  /** Objects whose sight alone may have changed: through a group, a collection, or what holds them. */
  touched?: readonly number[];
}

/**
 * Does `work` on these objects, writes the search documents anew and tells every portal what it means for it:
 * `lo.create` to one that gains sight of an object, `lo.delete` to one that loses it, `lo.update` to the owner and
 * `content.update` to all who see shared content that changed.
 *
 * @param ids every object that exists already and that `work` may change
 * @param outbox undefined: nobody is told (a first load)
 */
export async function changeCatalogue(
  tx: Transaction,
  outbox: EventOutbox | undefined,
  ids: readonly number[],
  work: () => Promise<Changed>,
): Promise<Changed> {
  if (!outbox) {
    const changed = await work();
    await indexDocuments(tx, [...changed.written, ...(changed.touched ?? [])]);
    return changed;
  }
  const before = await portalsThatSee(tx, await withAllBelow(tx, ids));
  const changed = await work();
  const touched = [...changed.written, ...(changed.touched ?? [])];
  await indexDocuments(tx, touched);
  const concerned = new Set([...before.keys(), ...(await withAllBelow(tx, touched))]);
  const after = await portalsThatSee(tx, [...concerned]);
  const written = new Set(changed.written);
  const told = [...concerned].filter(
    (id) => written.has(id) || !samePortals(before.get(id) ?? [], after.get(id) ?? []),
  );
  const events: DomainEvent[] = [];
  for (const row of await rowsForEvents(tx, told))
    events.push(
      ...eventsOf(row.id, row.portal_id, presentSharedLearningObject(row), {
        before: before.get(row.id) ?? [],
        after: after.get(row.id) ?? [],
        written: written.has(row.id),
      }),
    );
  await outbox.appendAll(tx, events);
  return changed;
}

/** The events that one object's change means, portal by portal. */
export function eventsOf(
  id: number,
  owner: number,
  data: object,
  sight: { before: readonly number[]; after: readonly number[]; written: boolean },
): DomainEvent[] {
  const before = new Set(sight.before);
  const after = new Set(sight.after);
  const event = (portalId: number, type: EventType): DomainEvent => ({
    portalId,
    type,
    objectType: 'lo',
    objectId: id,
    data,
  });
  const shared = [...after].some((portalId) => portalId !== owner);
  return [
    ...[...before].filter((portal) => !after.has(portal)).map((portal) => event(portal, 'lo.delete')),
    ...[...after].filter((portal) => !before.has(portal)).map((portal) => event(portal, 'lo.create')),
    ...(sight.written && before.has(owner) && after.has(owner) ? [event(owner, 'lo.update')] : []),
    ...(sight.written && shared
      ? [...after].filter((portal) => before.has(portal)).map((portal) => event(portal, 'content.update'))
      : []),
  ];
}

const samePortals = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((portal, index) => portal === other[index]);

async function withAllBelow(reader: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await reader.many<{ id: number }>(sql`
    with recursive below(id) as (
      select unnest(${[...ids]}::int[])
      union select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select id from below`);
  return rows.map((row) => row.id);
}
