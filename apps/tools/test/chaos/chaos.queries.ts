import { sql, type Database, type Transaction } from '@app/database';
import { deliveryStateSql } from '@app/webhooks';

/** Creates the objects whose changes are reported; runs as the owner of the schema. */
export async function prepare(owner: Database, objects: number): Promise<void> {
  await owner.many(
    sql`create table learning.chaos_objects (id int primary key, n int not null default 0)`.unprepared(),
  );
  await owner.many(sql`insert into learning.chaos_objects (id) select generate_series(1, ${objects}::int)`);
  await owner.many(sql`grant select, update on learning.chaos_objects to lp_api`.unprepared());
}

/** Locks the object. @returns how many of its events are committed */
export async function lockObject(tx: Transaction, objectId: number): Promise<number> {
  const row = await tx.one<{ n: number }>(
    sql`select n from learning.chaos_objects where id = ${objectId} for update`,
  );
  return row?.n ?? 0;
}

export async function countEvent(tx: Transaction, objectId: number, n: number): Promise<void> {
  await tx.run(sql`update learning.chaos_objects set n = ${n} where id = ${objectId}`);
}

export interface Book {
  webhook_id: number;
  state: number;
  last_seq: number;
  deliveries: number;
  highest: number;
  waiting: number;
}

/** Postgres's view of each webhook. */
export const readBooks = (owner: Database): Promise<Book[]> =>
  owner.many<Book>(sql`
    select m.webhook_id, m.state, m.last_seq, count(d.seq) as deliveries, coalesce(max(d.seq), 0) as highest,
           count(d.seq) filter (where d.state = ${deliveryStateSql.waiting}) as waiting
      from learning.webhook_mailboxes m left join learning.webhook_deliveries d on d.webhook_id = m.webhook_id
     group by m.webhook_id order by m.webhook_id`);
