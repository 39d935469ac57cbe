import { sql, type Reader, type Transaction } from '@app/database';
import { visibleToPortal, type ObjectVisibility } from './visibility.queries.js';

/** The change of an object's visibility; undefined if no portal sees it. */
export interface ViewerUpdate {
  before: ObjectVisibility | undefined;
  after: ObjectVisibility | undefined;
}

/** The portals that no longer see an object, and those that now see it, in the order of their ids. */
export interface ViewersChange {
  lost: number[];
  gained: number[];
}

/** Changes in one statement: each may have as many viewers as there are portals. */
const BATCH = 500;

/**
 * Locks objects until the transaction ends, and waits for transactions that change them or other objects of their
 * owners. Read the state before the change afterwards.
 */
export const lockObjects = (tx: Transaction, ids: readonly number[]): Promise<unknown> =>
  tx.one(sql`select learning.lock_objects(${[...ids]}::int[])`);

/**
 * The portals that changes add to and remove from an object's viewers. Checks only portals that a change can affect,
 * such as those with a group or collection that was added or removed, however many others see the object.
 * @returns in the order of the changes
 */
export async function viewersChanges(
  reader: Reader,
  changes: readonly ViewerUpdate[],
): Promise<ViewersChange[]> {
  const answer: ViewersChange[] = changes.map(() => ({ lost: [], gained: [] }));
  const reaching = changes
    .map(({ before, after }, place) => ({ at: place, before, after, ...computeReach(before, after) }))
    .filter(({ everybody, portals, audience }) => everybody || portals.length > 0 || audience.length > 0);
  for (let start = 0; start < reaching.length; start += BATCH) {
    const rows = await listViewers(reader, JSON.stringify(reaching.slice(start, start + BATCH)));
    for (const { at: place, lost, gained } of rows) answer[place] = { lost, gained };
  }
  return answer;
}

type Reach = Record<'portals' | 'audience', number[]> & { everybody: boolean };

/** The portals that a change can affect: all, these ones, or those with one of these groups and collections. */
function computeReach(before: ObjectVisibility | undefined, after: ObjectVisibility | undefined): Reach {
  const isForAll = (object: ObjectVisibility | undefined): boolean => !!object?.shared && object.premium;
  const getAudience = (object: ObjectVisibility | undefined): number[] =>
    object?.shared ? object.audience : [];
  const owners = [before?.owner_portal, after?.owner_portal].filter((id) => id !== undefined);
  const portals = before?.owner_portal === after?.owner_portal ? [] : owners;
  if (isForAll(before) !== isForAll(after)) return { everybody: true, portals, audience: [] };
  if (isForAll(after)) return { everybody: false, portals, audience: [] };
  const [had, has] = [getAudience(before), getAudience(after)];
  const audience = [...had.filter((id) => !has.includes(id)), ...has.filter((id) => !had.includes(id))];
  return { everybody: false, portals, audience };
}

/** @param changes JSON with their index in the answer, visibilities and reach */
function listViewers(reader: Reader, changes: string): Promise<(ViewersChange & { at: number })[]> {
  const visibility = sql`owner_portal int, shared boolean, premium boolean, audience int[]`;
  return reader.many<ViewersChange & { at: number }>(sql`
    select c.at, coalesce(array_agg(p.id order by p.id) filter (where p.saw), '{}') as lost,
           coalesce(array_agg(p.id order by p.id) filter (where p.sees), '{}') as gained
      from jsonb_to_recordset(${changes}::jsonb)
             as c(at int, everybody boolean, portals int[], audience int[], before jsonb, after jsonb)
     cross join lateral jsonb_to_record(coalesce(c.before, '{}')) as b(${visibility})
     cross join lateral jsonb_to_record(coalesce(c.after, '{}')) as a(${visibility})
     cross join lateral (
       select r.id, coalesce(${visibleToPortal(sql`r.id`, sql`b`)}, false) as saw, coalesce(${visibleToPortal(sql`r.id`, sql`a`)}, false) as sees
         from (select s.portal_id as id from learning.subscriptions s where s.audience_id = any(c.audience)
               union select l.portal_id from learning.collections l where l.id = any(c.audience)
               union select g.portal_id from learning.content_groups g where g.id = any(c.audience)
               union select unnest(c.portals)
               union select i.id from identity.portals i where c.everybody) r) p
     where p.saw <> p.sees
     group by c.at`);
}
