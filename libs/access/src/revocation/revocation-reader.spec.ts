import { sql } from '@app/database';
import { TestClock, useDatabase } from '@app/testing';
import { pino } from 'pino';
import { scheduledTasks } from '@app/scheduled-tasks';
import { RevocationReader } from './revocation-reader.js';
import { REVOCATIONS_A_PAGE, RevocationQueries } from './revocations.queries.js';

const settings = { REDIS_URL: 'redis://127.0.0.1:1', REDIS_PREFIX: 'x' };

const newReader = (queries: RevocationQueries) =>
  new RevocationReader(queries, new TestClock(), settings, pino({ level: 'silent' }));
const covers = (reader: RevocationReader, jti: string) =>
  reader.set.covers({ jti, sid: 's', seq: 1, portal_id: 1, client_id: 'c' } as never, 'kid');

describe('a reader of more revocations than a page has', () => {
  const harness = useDatabase();
  const revoke = (prefix: string, count: number) =>
    harness.db.many(sql`
      insert into auth.revocations (jti, expires_at)
      select ${prefix} || n, now() + interval '1 hour' from generate_series(1, ${count}::int) n`);
  it('has all of them, of one transaction and of several, and no statement reads more than a page', async () => {
    await revoke('together ', 2 * REVOCATIONS_A_PAGE + 1);
    for (const name of ['a', 'b', 'c']) await revoke(`${name} `, 1);
    const queries = new RevocationQueries(harness.database);
    const pages: number[] = [];
    const after = queries.after.bind(queries);
    jest.spyOn(queries, 'after').mockImplementation(async (last) => {
      const page = await after(last);
      pages.push(page.rows.length);
      return page;
    });
    const reader = newReader(queries);
    await reader.read();
    expect(reader.set.size).toBe(2 * REVOCATIONS_A_PAGE + 4);
    expect(pages).toEqual([REVOCATIONS_A_PAGE, REVOCATIONS_A_PAGE, 4]);
  });

  it('misses none that is committed between two pages, however early its transaction began', async () => {
    let commit!: () => void;
    const isAllowed = new Promise<void>((resolve) => (commit = resolve));
    let hasBegun!: () => void;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const late = harness.database.write(async (tx) => {
      await tx.run(sql`
        insert into auth.revocations (jti, expires_at) values ('early, committed late', now() + interval '1 hour')`);
      hasBegun();
      await isAllowed;
    });
    await begun;
    await revoke('above ', REVOCATIONS_A_PAGE);
    const queries = new RevocationQueries(harness.database);
    const after = queries.after.bind(queries);
    let pages = 0;
    jest.spyOn(queries, 'after').mockImplementation(async (last) => {
      pages += 1;
      if (pages === 4) {
        commit(); // the pages read so far reach beyond its transaction
        await late;
      }
      return after(last);
    });
    const reader = newReader(queries);
    await reader.read();
    expect([pages, covers(reader, 'early, committed late')]).toEqual([4, false]);
    await reader.read();
    expect([covers(reader, 'early, committed late'), covers(reader, 'above 1')]).toEqual([true, true]);
  });

  it('reads its pages by an index, from one end to the other once', async () => {
    await harness.db.many(sql`analyze auth.revocations`);
    const statement = sql`explain select * from auth.revocations r
      where (r.xid, r.id) > ('5'::xid8, 5::bigint) and r.expires_at > now() order by r.xid, r.id limit 2000`;
    const plan = JSON.stringify(await harness.db.many(statement));
    expect(plan).toContain('revocations_pages');
    expect(plan).not.toContain('Sort');
  });
});

describe('RevocationReader', () => {
  it('reads often enough that a token is refused within the promised second, with as much time for the read', () => {
    expect(2 * scheduledTasks['read-revocations'].everyMs).toBeLessThanOrEqual(1_000);
  });

  it('answers a read during another one after a read that began later', async () => {
    const stored: string[] = [];
    const ends: (() => void)[] = [];
    const queries = {
      since: async () => {
        const rows = stored.map((jti, index) => ({ id: index + 1, jti, expires_at: new Date(1e13) }));
        await new Promise<void>((resolve) => ends.push(resolve));
        return { position: { xmin: '1', server: 's' }, rows };
      },
    } as unknown as RevocationQueries;
    const reader = newReader(queries);
    void reader.read();
    stored.push('revoked');
    let isAnswered = false;
    const second = reader.read().then(() => (isAnswered = true));
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    expect([ends.length, isAnswered]).toEqual([2, false]);
    ends[1]!();
    await second;
    expect(covers(reader, 'revoked')).toBe(true);
  });
});
