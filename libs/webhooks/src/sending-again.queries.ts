import { sql, type Database, type Reader, type Statement, type Transaction } from '@app/database';
import { limits, LimitReached } from '@app/limits';
import { inBatches, type Batch, type BatchChanged } from './in-batches.js';
import { changeWebhook } from './change-webhook.js';
import type { LockedWebhook } from './locked-webhook.queries.js';
import { DeliveryState, deliveryStateSql, type DeliveryStateName } from './states.js';

/** The day of the oldest deliveries that are kept: 30 days plus the current one. */
export const oldestKept = sql`(now() at time zone 'utc')::date - 31`;

const seldomEnough = sql`redeliveries < ${limits.delivery_redeliveries.most}`;

/**
 * Brings a waiting delivery forward, or sends a finished one again; then the mailbox is `due`.
 * @throws LimitReached
 */
export async function redeliver(tx: Transaction, webhook: LockedWebhook, sequence: number): Promise<void> {
  const one = { after: sequence - 1, limit: 1 };
  const { count } = await sendAgain(tx, webhook, sql`seq = ${sequence} and ${seldomEnough}`, one);
  if (count === 0) throw new LimitReached('delivery_redeliveries');
}

export async function redeliverTest(tx: Transaction, webhook: LockedWebhook, id: number): Promise<void> {
  await tx.run(sql`
    update learning.webhook_test_deliveries set state = ${deliveryStateSql.waiting}, claimed_until = null
     where webhook_id = ${webhook.id} and id = ${id}`);
}

/** Selects the deliveries that are sent again; waiting ones never are. */
export interface ReplaySelection {
  /** When their events were fired, in Unix seconds: from `from` to just before `before`. */
  from: number;
  before: number;
  /** All but `waiting` if absent. */
  states?: readonly DeliveryStateName[] | undefined;
  /** Event types; all if absent. */
  types?: readonly string[] | undefined;
  /** A partner's replay skips deliveries that were sent too often, an operator's does not. */
  actor: 'partner' | 'operator';
}

const isSelected = ({ states, types, actor, ...window }: ReplaySelection): Statement =>
  sql.and([
    sql`state <> ${deliveryStateSql.waiting}`,
    sql`fired_at >= to_timestamp(${window.from}) and fired_at < to_timestamp(${window.before})`,
    ...(actor === 'partner' ? [seldomEnough] : []),
    ...(states ? [sql`state = any(${states.map((name) => DeliveryState[name])}::smallint[])`] : []),
    ...(types ? [sql`type = any(${types}::text[])`] : []),
  ]);

/**
 * Sends the selected deliveries again, as long as the webhook is enabled.
 * @param webhook.portalId the requesting portal; `any` for operators
 * @returns how many
 */
export function replay(
  database: Database,
  webhook: { id: number; portalId: number | 'any' },
  selection: ReplaySelection,
): Promise<number> {
  const which = isSelected(selection);
  return inBatches((batch) =>
    changeWebhook(database, webhook, async (tx, locked) => {
      const changed = locked?.enabled ? await sendAgain(tx, locked, which, batch) : undefined;
      return { mailbox: changed?.count ? 'due' : 'none', result: () => changed };
    }),
  );
}

/**
 * How many deliveries {@link replay} would send again.
 * @param webhookId of which the caller has made sure that it may be read
 */
export async function countReplay(
  reader: Reader,
  webhookId: number,
  selection: ReplaySelection,
): Promise<number> {
  return (
    (await reader.value<number>(sql`
    select count(*) from learning.webhook_deliveries
     where webhook_id = ${webhookId} and created_on >= ${oldestKept} and ${isSelected(selection)}`)) ?? 0
  );
}

async function sendAgain(
  tx: Transaction,
  { id }: LockedWebhook,
  which: Statement,
  { after, limit }: Batch,
): Promise<BatchChanged> {
  const changed = await tx.one<BatchChanged>(sql`
    with wanted as materialized (
      select created_on, seq from learning.webhook_deliveries
       where webhook_id = ${id} and created_on >= ${oldestKept} and seq > ${after} and ${which}
       order by seq limit ${limit}),
    changed as (
      update learning.webhook_deliveries d
         set next_at = now(), state = ${deliveryStateSql.waiting},
             round_tries = case when d.state = ${deliveryStateSql.waiting} then d.round_tries else 0 end,
             redeliveries = case when d.state = ${deliveryStateSql.waiting} then d.redeliveries else d.redeliveries + 1 end
        from wanted w
       where d.webhook_id = ${id} and d.created_on = w.created_on and d.seq = w.seq
      returning d.seq)
    select count(*) as count, coalesce(max(seq), 0) as last from changed`);
  return changed!;
}
