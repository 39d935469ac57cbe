import { Injectable } from '@nestjs/common';
import { Database, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { TEST_EVENT_TYPE } from '@app/contracts';
import { deliveryStateSql, mailboxStateSql, oldestKept, type LockedWebhook } from '@app/webhooks';
import type { DeliveryPlace, ListDeliveriesQuery } from './deliveries.schema.js';

export interface DeliveryRow {
  id: number;
  /** Its position in the list. */
  place: number;
  test: number;
  sequence: number | null;
  event_id: string;
  type: string;
  state: number;
  tries: number;
  next_at: Date | null;
  created_time: Date;
  delivered_time: Date | null;
  fired_at: Date;
  data: string | null;
}

export interface AttemptRow {
  seq: number;
  number: number;
  time: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response: string | null;
  probe: boolean;
}

/** Test deliveries have ids from here on (migration `webhooks`). */
const FIRST_TEST_ID = 9_000_000_000_000;
export const isTest = (id: number): boolean => id >= FIRST_TEST_ID;

const none = sql`null::text`;

/** @param data the event's object, which a list does not show */
const queued = (data: Statement): Statement => sql`
  select d.seq as id, d.seq as place, 0::bigint as test, d.seq as sequence, o.event_id, d.type, d.state, d.tries,
         case when d.state = ${deliveryStateSql.waiting} and m.state = ${mailboxStateSql.parked} then m.next_due
              when d.state = ${deliveryStateSql.waiting} then greatest(d.next_at, m.hold_until) end as next_at,
         d.created_time, d.delivered_time, d.fired_at, ${data} as data
    from learning.webhook_deliveries d
    join learning.webhook_mailboxes m on m.webhook_id = d.webhook_id
    left join learning.outbox o on o.created_on = d.created_on and o.id = d.outbox_id
   where d.created_on >= ${oldestKept}`;

const tests = (data: Statement): Statement => sql`
  select d.id, d.after_seq as place, d.id as test, null::bigint as sequence, d.event_id,
         ${TEST_EVENT_TYPE}::text as type, d.state, d.attempts as tries,
         case when d.state = ${deliveryStateSql.waiting} then d.created_time end as next_at, d.created_time, d.delivered_time, d.fired_at, ${data} as data
    from learning.webhook_test_deliveries d where true`;

@Injectable()
export class DeliveriesQueries {
  constructor(private readonly database: Database) {}

  /** A page, newest first, with one extra row if there are more, and the size of the whole match. */
  async page(webhookId: number, query: ListDeliveriesQuery): Promise<{ total: number; rows: DeliveryRow[] }> {
    const where = sql.and([
      sql`d.webhook_id = ${webhookId}`,
      ...(query.state ? [sql`d.state = ${deliveryStateSql[query.state]}`] : []),
      ...(query.from !== undefined ? [sql`d.created_time >= to_timestamp(${query.from})`] : []),
      ...(query.to !== undefined ? [sql`d.created_time < to_timestamp(${query.to + 1})`] : []),
    ]);
    const ofType = query.type && query.type !== TEST_EVENT_TYPE ? sql`and d.type = ${query.type}` : sql.empty;
    const kinds = {
      queued: query.type !== TEST_EVENT_TYPE,
      tests: query.type === undefined || query.type === '' || query.type === TEST_EVENT_TYPE,
    };
    const limit = query.limit + 1;
    const after = query.cursor ?? undefined;
    const [count, rows] = await Promise.all([
      this.database.heavy.one<{ total: number }>(sql`
        select (select count(*) from learning.webhook_deliveries d
                 where ${kinds.queued} and d.created_on >= ${oldestKept} and ${where} ${ofType})
             + (select count(*) from learning.webhook_test_deliveries d where ${kinds.tests} and ${where}) as total`),
      this.database.heavy.many<DeliveryRow>(sql`
        (${queued(none)} and ${kinds.queued} and ${where} ${ofType} and ${before(sql`d.seq`, sql`0::bigint`, after)}
          order by d.seq desc limit ${limit})
        union all
        (${tests(none)} and ${kinds.tests} and ${where} and ${before(sql`d.after_seq`, sql`d.id`, after)}
          order by d.after_seq desc, d.id desc limit ${limit})
        order by place desc, test desc limit ${limit}`),
    ]);
    return { total: count?.total ?? 0, rows };
  }

  find(reader: Reader | undefined, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
    return (reader ?? this.database).one<DeliveryRow>(
      isTest(id)
        ? sql`${tests(sql`d.data`)} and d.webhook_id = ${webhookId} and d.id = ${id}`
        : sql`${queued(sql`o.data`)} and d.webhook_id = ${webhookId} and d.seq = ${id}`,
    );
  }

  attempts(reader: Reader | undefined, webhookId: number, ids: readonly number[]): Promise<AttemptRow[]> {
    return (reader ?? this.database).many<AttemptRow>(sql`
      select seq, number, time, duration_ms, status, error, response, probe from learning.webhook_attempts
       where webhook_id = ${webhookId} and seq = any(${ids}::bigint[]) and created_on >= ${oldestKept}
       order by seq, number`);
  }

  async insertTest(tx: Transaction, { id: webhookId }: LockedWebhook, data: string): Promise<number> {
    const row = await tx.one<{ id: number }>(sql`
      insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
      select webhook_id, last_seq, ${data} from learning.webhook_mailboxes where webhook_id = ${webhookId}
      returning id`);
    return row!.id;
  }
}

function before(
  place: ReturnType<typeof sql>,
  test: ReturnType<typeof sql>,
  after: DeliveryPlace | undefined,
) {
  return after ? sql`(${place}, ${test}) < (${after.sequence}, ${after.test})` : sql`true`;
}
