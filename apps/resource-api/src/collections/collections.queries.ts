import { Injectable } from '@nestjs/common';
import { sql, type Reader, type Transaction } from '@app/database';

@Injectable()
export class CollectionsQueries {
  find(reader: Reader, portalId: number, id: number): Promise<{ id: number } | undefined> {
    return reader.lookup(
      sql`select id from learning.collections where portal_id = ${portalId} and id = ${id}`,
    );
  }

  /** @returns the ids that were not in it before */
  async add(tx: Transaction, collectionId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ lo_id: number }>(sql`
      insert into learning.collection_items (collection_id, lo_id)
      select ${collectionId}, id from (select distinct unnest(${[...ids]}::int[]) as id order by 1) added
      on conflict do nothing returning lo_id`);
    return rows.map((row) => row.lo_id);
  }

  /** @returns the ids that were in it */
  async remove(tx: Transaction, collectionId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ lo_id: number }>(sql`
      delete from learning.collection_items
       where collection_id = ${collectionId} and lo_id = any(${[...ids]}::int[]) returning lo_id`);
    return rows.map((row) => row.lo_id);
  }
}
