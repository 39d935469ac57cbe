import { Database, sql, type Statement, type Transaction } from '@app/database';
import { deliveryStateSql, MailboxState, mailboxStateSql, oldestKept, parkMailbox } from '@app/webhooks';
import type { Health } from '../breaker/index.js';
import type { DeliveryJob } from './delivery.js';

/** The columns of a webhook that are read with each page, so that changes apply to deliveries that are still waiting. */
export interface MailboxRow {
  webhook_id: number;
  portal_id: number;
  url: string;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  version: number;
}

export interface LeasedMailbox extends MailboxRow {
  state: number;
  ramp: number;
  p95_ms: number;
  failures_in_row: number;
  failing_since: Date | null;
  failing_for_ms: number;
  last_success_time: Date | null;
  last_try_time: Date | null;
  probes: number;
  probe_seq: number | null;
  probe_failures: number;
  /**
   * The oldest day of a waiting delivery, yesterday at the latest (an event fired at 23:59 is queued after midnight).
   */
  since: string;
  /**
   * Whether deliveries are waiting for a later attempt, so that later ones of their objects must wait too. Also
   * true after a holder that did not release the lease: it may still store that one has failed.
   */
  has_delayed: boolean;
  /** Since when it was due, as Postgres writes it: a change of the webhook may make it due again meanwhile. */
  due: string;
  /** Postgres's clock. */
  now: Date;
}

export interface DuePage extends MailboxRow {
  /** Whether there may be more. */
  isCut: boolean;
  deliveries: DueDelivery[];
}

/** `blocked_until`: when an earlier event of the same object is retried. */
export type DueDelivery = DeliveryJob & { blocked_until: Date | null };

export interface MailboxUpdate {
  health: Health;
  p95Ms: number;
  probeSeq: number | null;
  probeFailures: number;
}

export interface Release extends MailboxUpdate {
  /** Milliseconds to the next probe, when parked. */
  nextProbeInMs: number | undefined;
  /** Milliseconds for which the receiver asked us to wait. */
  holdMs: number | undefined;
}

const LEASE = sql`interval '15 seconds'`;
const TODAY = sql`(now() at time zone 'utc')::date`;

/** Where a delivery of webhook `w` goes, and which secrets sign it. */
export const destinationColumns = sql`w.id as webhook_id, w.portal_id, w.url, w.secret,
  case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`;

const deliveryColumns = sql`d.created_on, d.webhook_id, d.seq, d.attempts, d.tries, d.round_tries, d.redeliveries,
  d.object_key, d.type, d.fired_at, o.event_id, o.data, o.trace_context, o.portal_id as origin_portal_id`;

const setProgress = ({ health, p95Ms, probeSeq, probeFailures }: MailboxUpdate) => sql`
  ramp = ${health.ramp}, p95_ms = ${p95Ms}, failures_in_row = ${health.failuresInRow},
  failing_since = ${health.failingSince}, failing_for = ${health.failingForMs} * interval '1 ms',
  last_success_time = ${health.lastSuccess}, last_try_time = ${health.lastTry}, probes = ${health.probes},
  probe_seq = ${probeSeq}, probe_failures = ${probeFailures}`;

/** Stores health and latency of a mailbox. @returns false if the lease is lost */
export async function storeProgress(
  tx: Transaction,
  webhookId: number,
  token: string,
  update: MailboxUpdate,
): Promise<boolean> {
  const rows = await tx.run(sql`
    update learning.webhook_mailboxes m set ${setProgress(update)}
     where m.webhook_id = ${webhookId} and m.lease_token = ${token} and m.state < ${mailboxStateSql.disabled}`);
  return rows > 0;
}

/**
 * Statements for the lease, and for its holder's reads and writes; renewing and releasing it need not wait for the
 * disk.
 */
export class MailboxQueries {
  constructor(private readonly database: Database) {}

  /**
   * Takes the lease for 15 seconds; undefined when there is nothing to do or another worker has it. It is on disk
   * before anything is sent: if a crash of Postgres lost it, a second worker would send the same.
   */
  lease(webhookId: number, token: string): Promise<LeasedMailbox | undefined> {
    return this.database.one<LeasedMailbox>(sql`
      update learning.webhook_mailboxes m set lease_token = ${token}, lease_until = now() + ${LEASE}
        from learning.webhooks w
       where m.webhook_id = ${webhookId} and w.id = m.webhook_id and m.next_due <= now()
         and m.state < ${mailboxStateSql.disabled} and (m.lease_until is null or m.lease_until < now())
         and (m.hold_until is null or m.hold_until <= now())
      returning ${destinationColumns}, m.version, m.state, m.ramp, m.p95_ms, m.failures_in_row, m.failing_since,
        extract(epoch from m.failing_for)::float8 * 1000 as failing_for_ms, m.last_success_time, m.last_try_time,
        m.probes, m.probe_seq, m.probe_failures, m.next_due::text as due, clock_timestamp() as now,
        least((select min(d.created_on) from generate_series(${oldestKept}, ${TODAY}, interval '1 day') as day
                cross join lateral (
                  select created_on from learning.webhook_deliveries
                   where webhook_id = m.webhook_id and state = ${deliveryStateSql.waiting} and created_on = day::date
                   limit 1) d), ${TODAY} - 1) as since,
        old.lease_token is not null or exists (select 1 from learning.webhook_deliveries d
                 where d.webhook_id = m.webhook_id and d.state = ${deliveryStateSql.waiting} and d.next_at > now()
                   and d.created_on >= ${oldestKept}) as has_delayed`);
  }

  /** Renews the lease and stores what was learnt. @returns false if the lease is lost */
  async renew(webhookId: number, token: string, update: MailboxUpdate): Promise<boolean> {
    return this.database.has(sql`
      with fast as materialized (select set_config('synchronous_commit', 'off', true))
      update learning.webhook_mailboxes m set lease_until = now() + ${LEASE}, state = ${MailboxState[update.health.state]},
             ${setProgress(update)}
        from fast
       where m.webhook_id = ${webhookId} and m.lease_token = ${token} and m.state < ${mailboxStateSql.disabled}
      returning 1`);
  }

  /**
   * Due deliveries in the order of their sequence, and the current webhook; undefined when the lease is lost.
   * `version` is from the same moment as the page.
   * @param options.sequences already buffered by the holder; with a cursor instead, events would overtake a retry
   * @param options.hasDelayed whether one of them may have to wait for an earlier one; then looked up for each
   */
  async page(
    webhookId: number,
    token: string,
    options: { since: string; sequences: number[]; limit: number; bytes: number; hasDelayed: boolean },
  ): Promise<DuePage | undefined> {
    const { since, sequences, limit, bytes, hasDelayed } = options;
    // `+ 0` keeps the planner on the index by object: by sequence it would read all waiting rows, for each row
    const blockedUntil = hasDelayed
      ? sql`case when d.redeliveries = 0 then (
              select max(e.next_at) from learning.webhook_deliveries e
               where e.webhook_id = d.webhook_id and e.object_key = d.object_key and e.seq + 0 < d.seq
                 and e.state = ${deliveryStateSql.waiting} and e.redeliveries = 0 and e.next_at > now()
                 and e.created_on >= ${since}) end`
      : sql`null::timestamptz`;
    // the full join puts the webhook into a separate row: in the row of each delivery it would be read again each time
    const [mailbox, ...deliveries] = await this.database.many<
      MailboxRow & DueDelivery & { found: number }
    >(sql`
      with mailbox as materialized (
        select ${destinationColumns}, m.version
          from learning.webhook_mailboxes m join learning.webhooks w on w.id = m.webhook_id
         where m.webhook_id = ${webhookId} and m.lease_token = ${token} and m.state < ${mailboxStateSql.disabled}),
      due as materialized (
        select ${deliveryColumns},
               ${blockedUntil} as blocked_until,
               -- the length of a long text is read without the text
               sum(octet_length(o.data)) over (order by d.seq rows between unbounded preceding and 1 preceding) as before
          from (select * from learning.webhook_deliveries
                 where webhook_id = ${webhookId} and state = ${deliveryStateSql.waiting} and next_at <= now()
                   and created_on >= ${since} and seq <> all(${sequences}::bigint[])
                   and exists (select from mailbox)
                 order by seq limit ${limit}) d
          join learning.outbox o on o.created_on = d.created_on and o.id = d.outbox_id
           and o.created_on >= ${since})
      select mailbox.url, mailbox.secret, mailbox.previous_secret, mailbox.portal_id, mailbox.version,
             (select count(*)::int from due) as found, due.*
        from mailbox full join due on false
       where coalesce(due.before, 0) <= ${bytes}
       order by due.seq nulls first`);
    return (
      mailbox && {
        ...mailbox,
        webhook_id: webhookId,
        deliveries,
        isCut: mailbox.found === limit || deliveries.length < mailbox.found,
      }
    );
  }

  /** Postpones blocked deliveries until the one they wait for is tried again. */
  async postpone(deliveries: readonly DueDelivery[]): Promise<void> {
    await this.database.many(sql`
      update learning.webhook_deliveries d set next_at = until.next_at
        from unnest(${deliveries.map((d) => d.created_on)}::date[], ${deliveries.map((d) => d.webhook_id)}::int[],
                    ${deliveries.map((d) => d.seq)}::bigint[], ${deliveries.map((d) => d.blocked_until)}::timestamptz[])
             as until(created_on, webhook_id, seq, next_at)
       where d.created_on = until.created_on and d.webhook_id = until.webhook_id and d.seq = until.seq
         and d.state = ${deliveryStateSql.waiting} and d.redeliveries = 0`);
  }

  /**
   * The delivery to probe with, regardless of when its next attempt is due. The oldest one after `after` that is not
   * waiting for another, otherwise the oldest of all.
   */
  async probeTarget(webhookId: number, since: string, after: number): Promise<DeliveryJob | undefined> {
    const findFrom = (seq: number) =>
      this.database.one<DeliveryJob>(sql`
        select ${deliveryColumns} from learning.webhook_deliveries d
          join learning.outbox o on o.created_on = d.created_on and o.id = d.outbox_id
         where d.webhook_id = ${webhookId} and d.state = ${deliveryStateSql.waiting} and d.seq >= ${seq}
           and d.created_on >= ${since}
           and (d.redeliveries > 0 or not exists (
             select 1 from learning.webhook_deliveries e
              where e.webhook_id = d.webhook_id and e.object_key = d.object_key and e.seq < d.seq
                and e.state = ${deliveryStateSql.waiting} and e.redeliveries = 0 and e.created_on >= ${since}))
         order by d.seq limit 1`);
    return (await findFrom(after)) ?? (after > 0 ? await findFrom(0) : undefined);
  }

  /**
   * Releases the lease and says when the mailbox is due again. `version` must be that of a page that came back empty.
   * If work has arrived since, nothing happens and the result is `stale`, which closes the race between an empty page
   * and a new event. A parked one that has become due again during its probe stays due.
   */
  async release(
    webhookId: number,
    token: string,
    options: Release & { since: string; version: number; leasedDue: string },
  ): Promise<{ dueInMs: number | undefined } | 'stale'> {
    const { since, version, leasedDue, nextProbeInMs, holdMs = 0 } = options;
    const due =
      nextProbeInMs === undefined
        ? sql`greatest((select min(d.next_at) from learning.webhook_deliveries d
                         where d.webhook_id = m.webhook_id and d.state = ${deliveryStateSql.waiting}
                           and d.created_on >= ${since}), now() + ${holdMs} * interval '1 ms')`
        : sql`case when m.next_due = ${leasedDue}::timestamptz
                   then now() + ${Math.max(nextProbeInMs, holdMs)} * interval '1 ms' else now() end`;
    const nextDue = sql`
      case when exists (select 1 from learning.webhook_deliveries d
                         where d.webhook_id = m.webhook_id and d.state = ${deliveryStateSql.waiting}
                           and d.created_on >= ${since}) then ${due} end`;
    return this.#releaseLease(webhookId, token, options, nextDue, sql`and m.version = ${version}`);
  }

  /** {@link parkMailbox} */
  park(webhookId: number, token: string, reason: string): Promise<void> {
    return parkMailbox(this.database, webhookId, token, reason);
  }

  /** Releases the lease with work left: the mailbox stays due. */
  releaseWithWorkLeft(webhookId: number, token: string, release: Release) {
    return this.#releaseLease(webhookId, token, release, sql`now()`, sql.empty);
  }

  async #releaseLease(
    webhookId: number,
    token: string,
    release: Release,
    nextDue: Statement,
    condition: Statement,
  ): Promise<{ dueInMs: number | undefined } | 'stale'> {
    const row = await this.database.one<{ due_in_ms: number | null }>(sql`
      with fast as materialized (select set_config('synchronous_commit', 'off', true))
      update learning.webhook_mailboxes m
         set lease_token = null, lease_until = null, state = ${MailboxState[release.health.state]}, parked_reason = null,
             ${setProgress(release)},
             hold_until = now() + ${release.holdMs ?? null}::float8 * interval '1 ms', next_due = ${nextDue}
        from fast
       where m.webhook_id = ${webhookId} and m.lease_token = ${token} and m.state < ${mailboxStateSql.disabled} ${condition}
      returning extract(epoch from m.next_due - clock_timestamp())::float8 * 1000 as due_in_ms`);
    return row ? { dueInMs: row.due_in_ms ?? undefined } : 'stale';
  }
}
