import { type Database, sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { pino } from 'pino';
import { ClaimedTask } from './claimed-task.js';
import { scheduledTasks, type TaskDefinition } from './tasks.js';

class Counting extends ClaimedTask {
  static times = 0;
  static failure: Error | undefined;

  protected doClaimed(): Promise<string> {
    Counting.times += 1;
    return Counting.failure ? Promise.reject(Counting.failure) : Promise.resolve(`time ${Counting.times}`);
  }

  once = () => this.work();
}

describe('a task run by one process at a time', () => {
  const harness = useDatabase();
  let database: Database;
  beforeAll(async () => {
    database = await harness.open('auth', 10);
  });

  const schedule = scheduledTasks['rotate-signing-keys'].schedule;
  const row = () =>
    harness.db.one<{ is_due: boolean; last_result: string; ahead: number }>(sql`
      select next_time <= now() as is_due, last_result, extract(epoch from next_time - now())::int as ahead
        from maintenance.schedules where name = ${schedule}`);
  const makeDue = () =>
    harness.db.many(sql`
      update maintenance.schedules set next_time = now(), last_result = null where name = ${schedule}`);
  const task = () => new Counting('rotate-signing-keys', database, pino({ level: 'silent' }));
  beforeEach(async () => {
    Counting.times = 0;
    Counting.failure = undefined;
    await makeDue();
  });

  it('is run by one of many processes that check in parallel, and by none until it is due again', async () => {
    await Promise.all(Array.from({ length: 10 }, () => task().once()));
    expect(Counting.times).toBe(1);
    expect(await row()).toMatchObject({ is_due: false, last_result: 'time 1' });
    await task().once();
    expect(Counting.times).toBe(1);
    await makeDue();
    await task().once();
    expect(Counting.times).toBe(2);
  });

  it('gets its next time even if it fails', async () => {
    Counting.failure = new Error('no');
    await expect(task().once()).rejects.toThrow('no');
    const { is_due, last_result, ahead } = await row();
    expect([is_due, last_result]).toEqual([false, null]);
    expect(ahead).toBeGreaterThan(3_000);
  });

  it('has the same interval in Postgres as in the list, and every schedule there belongs to a task', async () => {
    const rows = await harness.db.many<{ name: string; ms: number }>(sql`
      select name, (extract(epoch from every) * 1000)::int as ms from maintenance.schedules order by name`);
    const listed = Object.values<TaskDefinition>(scheduledTasks).filter(
      (each) => each.schedule !== undefined,
    );
    expect(rows.map(({ name, ms }) => [name, Number(ms)])).toEqual(
      listed.map(({ schedule: name, everyMs }) => [name, everyMs]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
    );
    expect(listed.every(({ scope }) => scope === 'one process')).toBe(true);
  });
});
