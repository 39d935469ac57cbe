import { sql, type Transaction } from '@app/database';

/** Counts an enrollment (1) or removes one (-1). Call it last in the transaction, because it locks the object's document. */
export const countEnrollment = (tx: Transaction, loId: number, change: 1 | -1): Promise<number> =>
  tx.run(
    sql`update learning.search_doc set popularity = greatest(0, popularity + ${change}::int) where lo_id = ${loId}`,
  );

/**
 * Adds the changes recorded by archiving in bulk to the popularity of learning objects. Skips documents that are being
 * written: their changes wait for the next run.
 * @param limit changes to read; all changes of an object are read together
 * @returns how many were added up
 */
export async function addUpPopularity(tx: Transaction, limit: number): Promise<number> {
  const lockedRows = await tx.many<{ lo_id: number }>(sql`
    select d.lo_id from learning.search_doc d
     where d.lo_id = any(array(
             select distinct lo_id from (select lo_id from learning.popularity_changes limit ${limit}) waiting))
     order by d.lo_id for no key update skip locked`);
  return (
    (await tx.value<number>(sql`
    with taken as (
      delete from learning.popularity_changes
       where lo_id = any(${lockedRows.map(({ lo_id }) => lo_id)}::int[]) returning lo_id, change
    ), added as (
      update learning.search_doc d set popularity = greatest(0, d.popularity + t.change)
        from (select lo_id, sum(change)::int as change from taken group by lo_id) t
       where d.lo_id = t.lo_id and d.popularity <> greatest(0, d.popularity + t.change)
    ), dropped as (
      -- what is no longer in the catalogue has none
      delete from learning.popularity_changes
       where ctid = any(array(
               select w.ctid from (select ctid, lo_id from learning.popularity_changes limit ${limit}) w
                where not exists (select 1 from learning.search_doc d where d.lo_id = w.lo_id)))
      returning 1
    ) select (select count(*) from taken) + (select count(*) from dropped) as count`)) ?? 0
  );
}
