import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql, type Transaction } from '@app/database';
import type { WakeableMailbox } from '../drain/index.js';
import { eventColumns, queueTaken, readInOrder } from './queueing.queries.js';
import type { BatchRow, WideEvent } from './relay.queries.js';

/** Portals that are looked up at a time. */
export const PORTALS = 100;

const heldUpColumns = sql`created_on, id, portal_id, type, object_type, object_id, fired_at`;

/** Statements on events that were set aside for portals whose webhooks were locked. */
@Injectable()
export class HeldUpQueries {
  constructor(private readonly database: Database) {}

  /**
   * Those of the portals that have events set aside: what comes later must go behind them. `offset` keeps Postgres from
   * joining, for which it would read all that is set aside.
   */
  async behind(tx: Transaction, portalIds: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select p.id from unnest(${portalIds}::int[]) as p(id)
       where exists (
         select 1 from learning.outbox_held_up h where h.portal_id = p.id and h.parked_reason is null offset 0)`);
    return rows.map(({ id }) => id);
  }

  /** Takes events that are only for their own portals from the outbox and sets them aside. */
  async setAside(tx: Transaction, batch: readonly BatchRow[]): Promise<void> {
    await tx.run(sql`
      with taken as (
        delete from learning.outbox_todo t
         using unnest(${batch.map((b) => b.shard)}::smallint[], ${batch.map((b) => b.id)}::bigint[]) as b(shard, id)
         where t.shard = b.shard and t.id = b.id
        returning ${eventColumns})
      insert into learning.outbox_held_up (${heldUpColumns}) select ${heldUpColumns} from taken`);
  }

  /** Sets a wide event aside for some of its portals. */
  async setAsideWide(tx: Transaction, event: WideEvent, portalIds: readonly number[]): Promise<void> {
    await tx.run(sql`
      insert into learning.outbox_held_up (${heldUpColumns})
      select t.created_on, t.id, p.id, t.type, t.object_type, t.object_id, t.fired_at
        from learning.outbox_todo t cross join unnest(${portalIds}::int[]) as p(id)
       where t.shard = ${event.shard} and t.id = ${event.id}`);
  }

  /**
   * The next portals, in the order of their ids, that have events set aside. However many events there are, one of each
   * portal is read.
   */
  async portals(after: number): Promise<number[]> {
    const rows = await this.database.many<{ portal_id: number }>(sql`
      with recursive waiting as (
        (select portal_id from learning.outbox_held_up
          where portal_id > ${after} and parked_reason is null order by portal_id limit 1)
        union all
        select (select n.portal_id from learning.outbox_held_up n
                 where n.portal_id > w.portal_id and n.parked_reason is null order by n.portal_id limit 1)
          from waiting w where w.portal_id is not null)
      select portal_id from waiting where portal_id is not null limit ${PORTALS}`);
    return rows.map(({ portal_id }) => portal_id);
  }

  /** Whether nobody else is relaying what was set aside for the portal, until the transaction ends. */
  async tryLock(tx: Transaction, portalId: number): Promise<boolean> {
    const row = await tx.one<{ locked: boolean }>(sql`
      with ${readInOrder}
      select pg_try_advisory_xact_lock(${lockNumber.heldUpPortal}, ${portalId}) as locked from ordered`);
    return row!.locked;
  }

  /** The ids of the portal's oldest events. */
  async oldest(tx: Transaction, portalId: number, limit: number): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select id from learning.outbox_held_up
       where portal_id = ${portalId} and parked_reason is null order by id limit ${limit}`);
    return rows.map(({ id }) => id);
  }

  /** {@link queueTaken} */
  deliver(tx: Transaction, portalId: number, ids: readonly number[]): Promise<WakeableMailbox[]> {
    return queueTaken(
      tx,
      sql`delete from learning.outbox_held_up t where t.portal_id = ${portalId} and t.id = any(${ids}::bigint[])
          returning ${eventColumns}`,
    );
  }

  /** Parks an event, so that those behind it continue. @returns false when it has been relayed or parked meanwhile */
  async park(
    tx: Transaction,
    { portalId, id }: { portalId: number; id: number },
    reason: string,
  ): Promise<boolean> {
    const rows = await tx.run(sql`
      update learning.outbox_held_up set parked_reason = ${reason}
       where portal_id = ${portalId} and id = ${id} and parked_reason is null`);
    return rows > 0;
  }
}
