import type { Transaction } from '@app/database';
import type { DomainEvent, EventOutbox } from '@app/events';
import { indexDocuments } from './import/import.queries.js';
import { presentLearningObjectOfEvent } from './learning-object.presenter.js';
import { rowsForEvents } from './learning-objects.queries.js';
import { withDescendants } from './structure.queries.js';
import { lockObjects, viewersChanges, type ViewersChange, type ViewerUpdate } from './viewers.queries.js';
import { objectVisibilities, type ObjectVisibility } from './visibility.queries.js';

/** Where events go: the outbox, or a wrapper that counts and throttles them. */
export type EventSink = Pick<EventOutbox, 'append'>;

/** The objects that a change of the catalogue concerns. */
export interface ChangedObjects {
  /** Objects whose own fields changed. */
  written: readonly number[];
  /** Objects of which only the visibility may have changed: through a group, a collection, or their container. */
  touched?: readonly number[];
}

/**
 * Runs `work` on these objects, rewrites the search documents and emits the resulting event to each portal. A portal that
 * can now see an object gets `lo.create`, one that no longer can `lo.delete`. If shared content changed, its owner gets
 * `lo.update`, and other portals that see it `content.update`.
 *
 * @param outbox undefined: no portal is notified (for an initial load)
 * @param ids every existing object that `work` may change
 */
export async function changeCatalogue(
  tx: Transaction,
  outbox: EventSink | undefined,
  ids: readonly number[],
  work: () => Promise<ChangedObjects>,
): Promise<ChangedObjects> {
  if (!outbox) {
    const changed = await work();
    await indexDocuments(tx, [...changed.written, ...(changed.touched ?? [])]);
    return changed;
  }
  await lockObjects(tx, ids);
  const before = await objectVisibilities(tx, await withDescendants(tx, ids));
  const changed = await work();
  const touched = [...changed.written, ...(changed.touched ?? [])];
  await indexDocuments(tx, touched);
  const concerned = new Set([...before.keys(), ...(await withDescendants(tx, touched))]);
  const after = await objectVisibilities(tx, [...concerned]);
  const written = new Set(changed.written);
  const getChange = (id: number): ViewerUpdate => ({ before: before.get(id), after: after.get(id) });
  const publishedIds = [...concerned].filter((id) => written.has(id) || !isSame(getChange(id)));
  const rows = await rowsForEvents(tx, publishedIds);
  const viewers = await viewersChanges(
    tx,
    rows.map(({ id }) => getChange(id)),
  );
  for (const [index, row] of rows.entries()) {
    const lo = { objectType: 'lo', objectId: row.id, data: presentLearningObjectOfEvent(row) } as const;
    const change = { ...getChange(row.id), ...viewers[index]!, written: written.has(row.id) };
    for (const event of createEvents(lo, row.portal_id, change)) await outbox.append(tx, event);
  }
  return changed;
}

type ObjectData = Pick<DomainEvent, 'objectType' | 'objectId' | 'data'>;

/** The events for a change of one object; the relay finds the viewers of shared content by itself. */
function createEvents(
  lo: ObjectData,
  owner: number,
  { before, after, written, ...viewers }: ViewerUpdate & ViewersChange & { written: boolean },
): DomainEvent[] {
  const forOwner = (type: DomainEvent['type']): DomainEvent => ({ ...lo, portalId: owner, type });
  if (!before && after)
    return [
      forOwner('lo.create'),
      ...(isShared(after) ? [{ ...forOwner('lo.create'), audience: 'viewers' as const }] : []),
    ];
  const updates: DomainEvent[] =
    written && after
      ? [
          forOwner('lo.update'),
          ...(isShared(after) ? [{ ...forOwner('content.update'), audience: 'viewers' as const }] : []),
        ]
      : [];
  const [lost, gained] = [viewers.lost, viewers.gained].map((all) =>
    all.filter((portal) => portal !== owner),
  );
  return [
    ...(before && !after ? [forOwner('lo.delete')] : []),
    ...(lost!.length > 0 ? [{ ...forOwner('lo.delete'), audience: lost! }] : []),
    ...(gained!.length > 0 ? [{ ...forOwner('lo.create'), audience: gained! }] : []),
    ...updates,
  ];
}

const isShared = (object: ObjectVisibility): boolean =>
  object.shared && (object.premium || object.audience.length > 0);

const isSame = ({ before, after }: ViewerUpdate): boolean =>
  before?.owner_portal === after?.owner_portal &&
  before?.shared === after?.shared &&
  before?.premium === after?.premium &&
  before?.audience.join() === after?.audience.join();
