import { sql, type Statement, type Transaction } from '@app/database';
import type { EventSink } from './changes.js';
import { presentLearningObjectOfEvent } from './learning-object.presenter.js';
import { rowsForEvents } from './learning-objects.queries.js';
import { visibleToPortal } from './visibility.queries.js';

/** A portal that gained or lost access to the objects in a content group or collection. */
export interface VisibilityChange {
  portalId: number;
  audienceId: number;
  gained: boolean;
}

/**
 * Records the change in its transaction; {@link publishVisibilityChange} notifies the portal later, at a limited rate.
 */
export const enqueueVisibilityChange = (
  tx: Transaction,
  { portalId, audienceId, gained }: VisibilityChange,
) =>
  tx.run(sql`
    insert into learning.visibility_changes (portal_id, audience_id, gained, until_lo)
    select ${portalId}, ${audienceId}, ${gained}, coalesce(max(id), 0) from learning.learning_objects`);

/** `cause` contains the reason. */
export class VisibilityChangeFailed extends Error {
  constructor(
    readonly id: number,
    override readonly cause: unknown,
  ) {
    super(`change ${id} could not be reported`);
  }
}

interface OpenChange extends VisibilityChange {
  id: number;
  lastLo: number;
  untilLo: number;
}

/**
 * Notifies a portal of some objects of the oldest open change that have become visible to it (`lo.create`) or hidden
 * from it (`lo.delete`). Skips objects that it also sees in another way, and those that have since changed back: the
 * later change reports them.
 *
 * @returns how many objects it examined; undefined: no change is open
 * @throws VisibilityChangeFailed naming the change that could not be reported
 */
export async function publishVisibilityChange(
  tx: Transaction,
  outbox: EventSink,
  batch: number,
): Promise<number | undefined> {
  const change = await oldestChange(tx);
  if (!change) return undefined;
  try {
    return await publishBatch(tx, outbox, change, batch);
  } catch (error) {
    throw new VisibilityChangeFailed(change.id, error);
  }
}

async function publishBatch(
  tx: Transaction,
  outbox: EventSink,
  change: OpenChange,
  batch: number,
): Promise<number> {
  const ids = (await hasWebhooks(tx, change.portalId)) ? await concerned(tx, change, batch) : [];
  const { portalId, gained } = change;
  for (const row of await rowsForEvents(tx, ids))
    await outbox.append(tx, {
      portalId,
      type: gained ? 'lo.create' : 'lo.delete',
      objectType: 'lo',
      objectId: row.id,
      data: presentLearningObjectOfEvent(row),
    });
  await tx.run(
    ids.length < batch
      ? sql`delete from learning.visibility_changes where id = ${change.id}`
      : sql`update learning.visibility_changes set last_lo = ${ids.at(-1)} where id = ${change.id}`,
  );
  return ids.length;
}

/** Parks a change that cannot be reported, so that it does not block the others. */
export const parkVisibilityChange = (tx: Transaction, id: number, reason: string): Promise<number> =>
  tx.run(sql`update learning.visibility_changes set parked_reason = ${reason} where id = ${id}`);

/** Changes of one portal are reported one after the other. */
const oldestChange = (tx: Transaction): Promise<OpenChange | undefined> =>
  tx.one<OpenChange>(sql.camelCase`
    select c.id, c.portal_id, c.audience_id, c.gained, c.last_lo, c.until_lo
      from learning.visibility_changes c
     where c.parked_reason is null
       and not exists (select 1 from learning.visibility_changes e
                        where e.portal_id = c.portal_id and e.id < c.id and e.parked_reason is null)
     order by c.id limit 1 for update skip locked`);

/** Whether the portal has webhooks; no other portal is affected. */
async function hasWebhooks(tx: Transaction, portalId: number): Promise<boolean> {
  return tx.has(sql`select 1 from learning.webhooks where portal_id = ${portalId} and enabled limit 1`);
}

/** The next objects that only this change made visible or hid; premium content is always visible by id. */
async function concerned(tx: Transaction, change: OpenChange, limit: number): Promise<number[]> {
  const portal = sql`${change.portalId}::int`;
  const now = visibleToPortal(portal, sql`d`);
  return tx.column<number>(sql`
    select d.lo_id from learning.search_doc d
     where d.lo_id > ${change.lastLo} and d.lo_id <= ${change.untilLo}
       and d.audience @> array[${change.audienceId}::int] and d.shared and not d.premium
       and ${change.gained ? sql`${now} and not ${without(change.audienceId, portal)}` : sql`not ${now}`}
     order by d.lo_id limit ${limit}`);
}

/**
 * Whether the portal would see `learning.search_doc d` without that audience; its own collections only pass content
 * on.
 */
const without = (audienceId: number, portal: Statement): Statement => sql`exists (
  select 1 from learning.subscriptions s
   where s.portal_id = ${portal} and s.audience_id <> ${audienceId}::int and s.audience_id = any(d.audience)
  union all
  select 1 from learning.content_groups g where g.portal_id = ${portal} and g.id = any(d.audience)
  union all
  select 1 where d.owner_portal = ${portal})`;
