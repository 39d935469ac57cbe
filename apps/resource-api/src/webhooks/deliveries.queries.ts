import { Injectable } from '@nestjs/common';
import { Database, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { TEST_EVENT_TYPE } from '@app/contracts';
import { limits } from '@app/limits';
import { deliveryStateSql, mailboxStateSql, oldestKept, type LockedWebhook } from '@app/webhooks';
import type { ListDeliveriesQuery } from './deliveries.schema.js';

export interface DeliveryRow {
  id: number;
  /** Its position in the list. */
  position: number;
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

interface RowPosition {
  position: number;
  test: number;
}

export interface DeliveryRows {
  total: number;
  /** One more than the page has, if there are more. */
  rows: DeliveryRow[];
  /** The last delivery that was checked, if more may follow. */
  end?: RowPosition;
}

export interface AttemptRow {
  seq: number;
  number: number;
  time: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  error_reason: string | null;
  response: string | null;
  probe: boolean;
}

/** Test deliveries have ids from here on (migration `webhooks`; decision webhooks 3). */
const FIRST_TEST_ID = 9_000_000_000_000;
export const isTest = (id: number): boolean => id >= FIRST_TEST_ID;

/** Maximum number of deliveries that are checked for a page if no index finds the matches (decision webhooks 7). */
const MAX_CHECKED_DELIVERIES = 20_000;

const none = sql`null::text`;

/** @param data the event's object, which a list does not contain */
const queued = (data: Statement): Statement => sql`
  select d.seq as id, d.seq as position, 0::bigint as test, d.seq as sequence, o.event_id, d.type, d.state, d.tries,
         case when d.state = ${deliveryStateSql.waiting} and m.state = ${mailboxStateSql.parked} then m.next_due
              when d.state = ${deliveryStateSql.waiting} then greatest(d.next_at, m.hold_until) end as next_at,
         d.created_time, d.delivered_time, d.fired_at, ${data} as data
    from learning.webhook_deliveries d
    join learning.webhook_mailboxes m on m.webhook_id = d.webhook_id
    left join learning.outbox o on o.created_on = d.created_on and o.id = d.outbox_id
   where d.created_on >= ${oldestKept}`;

const tests = (data: Statement): Statement => sql`
  select d.id, d.after_seq as position, d.id as test, null::bigint as sequence, d.event_id,
         ${TEST_EVENT_TYPE}::text as type, d.state, d.attempts as tries,
         case when d.state = ${deliveryStateSql.waiting} then d.created_time end as next_at, d.created_time, d.delivered_time, d.fired_at, ${data} as data
    from learning.webhook_test_deliveries d where true`;

@Injectable()
export class DeliveriesQueries {
  constructor(private readonly database: Database) {}

  /**
   * A page, newest first, with one extra row if there are more, and the total.
   * @param webhooks the number of webhooks that a request reads and that share its maximum of checked deliveries
   */
  list(portalId: number, webhookId: number, query: ListDeliveriesQuery, webhooks = 1): Promise<DeliveryRows> {
    return (query.status ?? query.error ?? query.event_id)
      ? this.#search(portalId, webhookId, query, Math.ceil(MAX_CHECKED_DELIVERIES / webhooks))
      : this.#page(webhookId, query);
  }

  async #page(webhookId: number, query: ListDeliveriesQuery): Promise<DeliveryRows> {
    const { queuedFilter, testFilter } = conditions(webhookId, query);
    const limit = query.limit + 1;
    const [count, rows] = await Promise.all([
      this.database.heavy.one<{ total: number }>(sql`
        select (select count(*) from learning.webhook_deliveries d
                 where d.created_on >= ${oldestKept} and ${queuedFilter})
             + (select count(*) from learning.webhook_test_deliveries d where ${testFilter}) as total`),
      this.database.heavy.many<DeliveryRow>(sql`
        (${queued(none)} and ${queuedFilter} and ${before(sql`d.seq`, sql`0::bigint`, query)}
          order by d.seq desc limit ${limit})
        union all
        (${tests(none)} and ${testFilter} and ${before(sql`d.after_seq`, sql`d.id`, query)}
          order by d.after_seq desc, d.id desc limit ${limit})
        order by position desc, test desc limit ${limit}`),
    ]);
    return { total: count?.total ?? 0, rows };
  }

  /**
   * Like `#page`, for conditions without an index: `total` is the number of matches among the checked deliveries.
   * @param most the number of deliveries to check
   */
  async #search(
    portalId: number,
    webhookId: number,
    query: ListDeliveriesQuery,
    most: number,
  ): Promise<DeliveryRows> {
    const { queuedFilter, testFilter } = conditions(webhookId, query);
    const lastAttempt = sql.and([
      ...(query.status ? [sql`a.status between ${query.status[0]} and ${query.status[1]}`] : []),
      ...(query.error ? [sql`a.error = ${query.error}`] : []),
      ...(query.event_id ? [sql`${publicEventIdSql(portalId)} = ${query.event_id}`] : []),
    ]);
    const event = query.event_id
      ? sql`left join learning.outbox o on o.created_on = l.created_on and o.id = l.outbox_id`
      : sql.empty;
    const checked = await this.database.heavy.one<{
      checked: number;
      end: RowPosition | null;
      total: number;
      ids: number[];
    }>(sql`
      with checked as materialized (
        (select d.created_on, d.seq as id, d.seq as position, 0::bigint as test, d.attempts, d.outbox_id,
                null::uuid as event_id
           from learning.webhook_deliveries d
          where d.created_on >= ${oldestKept} and ${queuedFilter} and ${before(sql`d.seq`, sql`0::bigint`, query)}
          order by d.seq desc limit ${most})
        union all
        (select d.created_on, d.id, d.after_seq, d.id, d.attempts, null, d.event_id
           from learning.webhook_test_deliveries d
          where ${testFilter} and ${before(sql`d.after_seq`, sql`d.id`, query)}
          order by d.after_seq desc, d.id desc limit ${most})
        order by position desc, test desc limit ${most}),
      matching as materialized (
        select l.id, l.position, l.test from checked l
          left join learning.webhook_attempts a
            on a.created_on = l.created_on and a.webhook_id = ${webhookId} and a.seq = l.id and a.number = l.attempts
          ${event}
         where ${lastAttempt})
      select (select count(*) from checked) as checked,
             (select json_build_object('position', position, 'test', test) from checked order by position, test limit 1) as end,
             (select count(*) from matching) as total,
             (select coalesce(json_agg(id), '[]')
                from (select id from matching order by position desc, test desc limit ${query.limit + 1}) page) as ids`);
    const { ids = [], total = 0, end, checked: checkedCount = 0 } = checked ?? {};
    const rows = await this.database.many<DeliveryRow>(sql`
      ${queued(none)} and d.webhook_id = ${webhookId} and d.seq = any(${ids}::bigint[])
      union all
      ${tests(none)} and d.webhook_id = ${webhookId} and d.id = any(${ids}::bigint[])
      order by position desc, test desc`);
    return { total, rows, ...(end && checkedCount === most && { end }) };
  }

  find(reader: Reader | undefined, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
    return (reader ?? this.database).one<DeliveryRow>(
      isTest(id)
        ? sql`${tests(sql`d.data`)} and d.webhook_id = ${webhookId} and d.id = ${id}`
        : sql`${queued(sql`o.data`)} and d.webhook_id = ${webhookId} and d.seq = ${id}`,
    );
  }

  /** The last attempts of each of these deliveries; a parked webhook makes hundreds of probes with one delivery. */
  attempts(reader: Reader | undefined, webhookId: number, ids: readonly number[]): Promise<AttemptRow[]> {
    const most = ids.length === 1 ? limits.shown_attempts.most : limits.listed_attempts.most;
    return (reader ?? this.database).many<AttemptRow>(sql`
      select last.* from unnest(${ids}::bigint[]) as d(seq)
       cross join lateral (
          select a.seq, a.number, a.time, a.duration_ms, a.status, a.error, a.error_reason, a.response, a.probe
            from learning.webhook_attempts a
           where a.webhook_id = ${webhookId} and a.seq = d.seq and a.created_on >= ${oldestKept}
           order by a.number desc limit ${most}) last
       order by last.seq, last.number`);
  }

  async insertTest(tx: Transaction, { id: webhookId }: LockedWebhook, data: string): Promise<number> {
    return (await tx.value<number>(sql`
      insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
      select webhook_id, last_seq, ${data} from learning.webhook_mailboxes where webhook_id = ${webhookId}
      returning id`))!;
  }
}

/** The conditions of a query on deliveries in the queue and on test deliveries. */
function conditions(webhookId: number, { state, type, from, to }: ListDeliveriesQuery) {
  const commonFilter = sql.and([
    sql`d.webhook_id = ${webhookId}`,
    ...(state ? [sql`d.state = ${deliveryStateSql[state]}`] : []),
    ...(from !== undefined ? [sql`d.created_time >= to_timestamp(${from})`] : []),
    ...(to !== undefined ? [sql`d.created_time < to_timestamp(${to + 1})`] : []),
  ]);
  const isTests = type === TEST_EVENT_TYPE;
  return {
    queuedFilter: type ? sql`${!isTests} and ${commonFilter} and d.type = ${type}` : commonFilter,
    testFilter: sql`${isTests || !type} and ${commonFilter}`,
  };
}

/** Only rows after the cursor of the query, if it has one. */
const before = (position: Statement, test: Statement, { cursor }: ListDeliveriesQuery): Statement =>
  cursor ? sql`(${position}, ${test}) < (${cursor.sequence}, ${cursor.test})` : sql`true`;

/** `publicEventId` of libs/events, of an event `o` or a test `l`. */
const publicEventIdSql = (portalId: number): Statement => sql`
  'evt_' || left(encode(sha256(convert_to(coalesce(l.event_id, o.event_id) || '.' || ${portalId}::int, 'UTF8')), 'hex'), 32)`;
