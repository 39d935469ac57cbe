import { sql } from '@app/database';
import { describeUnpooled, LOCKS_HERE } from '@app/testing';
import type { PoolClient } from 'pg';
import { useDelivery } from './delivery-harness.js';
import { answering } from './receiver.js';

/** Tables that every delivery needs: while one of these is locked nothing can be sent. */
const neededByAll = [
  'learning.outbox',
  'learning.outbox_pending',
  'learning.webhook_deliveries',
  'learning.webhook_mailboxes',
  'learning.webhooks',
];
/** Milliseconds that a statement waits for a lock. */
const waitMs = 400;
/** Milliseconds within which an event must arrive anyway: longer than one lock is waited for. */
const soonMs = 3_000;

describeUnpooled('one locked table, for the worker', () => {
  const stack = useDelivery(() => Promise.resolve({ DATABASE_WAIT_MS: waitMs, DATABASE_POOL_SIZE: 6 }));
  let tables: string[];
  beforeAll(async () => {
    await stack.startWorker();
    tables = await stack.db.column<string>(sql`
        select n.nspname || '.' || c.relname as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and not c.relispartition
           and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);
  });

  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const holder: PoolClient = await stack.db.connect();
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    try {
      await work();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }
  /** Waits until some statement is blocked on the table. */
  const isWaitedFor = (table: string) =>
    stack.eventually(
      () =>
        stack.db.many(sql`
          select 1 from ${sql.raw(LOCKS_HERE)} k where not granted and relation = ${table}::regclass`),
      (waiting) => waiting.length > 0,
    );

  it('that deliveries do not need: events arrive while wide ones and tests wait for it', async () => {
    const { portalId, receiver } = await stack.webhook();
    const other = await stack.webhook();
    const heldUp: string[] = [];
    let count = 0;
    for (const table of tables.filter((name) => !neededByAll.includes(name))) {
      await stack.db.many(sql`
        insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
        values (${other.id}, 0, '{"n":1}')`);
      await whileLocked(table, async () => {
        await stack.fire(other.portalId, 7, {}, { type: 'lo.update', objectType: 'lo', audience: 'viewers' });
        for (let time = 0; time < 2; time += 1) {
          await stack.fire(portalId, count);
          await receiver.count((count += 1), soonMs).catch(() => heldUp.push(table));
        }
      });
    }
    expect(tables.length - neededByAll.length).toBeGreaterThan(40);
    expect(heldUp).toEqual([]);
    // and what waited is done
    await stack.eventually(
      () => stack.db.many(sql`select 1 from learning.outbox_pending`),
      (remainingRows) => remainingRows.length === 0,
      20_000,
    );
    expect(receiver.received).toHaveLength(count);
  });

  it.each(['identity.accounts', 'identity.persons', 'identity.mails'])(
    '%s: webhooks about to be disabled wait for it, others continue',
    async (table) => {
      const { portalId, receiver } = await stack.webhook();
      const gone = await Promise.all(
        Array.from({ length: 12 }, () => stack.webhook({ behave: answering(410) })),
      );
      await whileLocked(table, async () => {
        await Promise.all(gone.map((one) => stack.fire(one.portalId, 1)));
        await isWaitedFor(table);
        for (let n = 1; n <= 10; n += 1) {
          await stack.fire(portalId, n);
          await receiver.count(n, soonMs);
        }
      });
      await stack.eventually(
        () =>
          stack.db.many(sql`
            select 1 from learning.webhooks where id = any(${gone.map(({ id }) => id)}) and enabled`),
        (enabled) => enabled.length === 0,
        20_000,
      );
    },
  );

  it('for outcomes: they wait in memory, and no delivery is made twice', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    await whileLocked('learning.webhook_attempts', async () => {
      for (let n = 1; n <= 3; n += 1) await stack.fire(portalId, n);
      await receiver.count(3, soonMs);
      // given up and retried, more than once
      const waits = () => isWaitedFor('learning.webhook_attempts');
      const nobody = () =>
        stack.eventually(
          () =>
            stack.db.many(sql`
              select 1 from ${sql.raw(LOCKS_HERE)} k where not granted
                 and relation = 'learning.webhook_attempts'::regclass`),
          (waiting) => waiting.length === 0,
        );
      for (let time = 0; time < 3; time += 1) {
        await waits();
        await nobody();
      }
    });
    await stack.delivered(id, 3);
    expect(await stack.attempts(id)).toHaveLength(3);
    expect(receiver.received).toHaveLength(3);
  });
});
