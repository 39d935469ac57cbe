import { useDatabase } from '@app/testing';
import { sql } from '../index.js';
import { OutboxTodo20261122210100 } from './20261122210100-outbox-todo.js';

describe('learning.outbox_todo', () => {
  const own = useDatabase();

  const insert = (objectId: number) =>
    own.database.one<{ id: number }>(sql`
      insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide)
      values (3, 1, 'lo.update', 'lo', ${objectId}, '{}', true) returning id`);
  const waiting = () =>
    own.database.many(sql`
      select object_id, wide_cursor, fired_at, created_on from learning.outbox_todo order by object_id`);

  it('holds what is written to the outbox, and after the migration what an older release had not relayed yet', async () => {
    for (const objectId of [1, 2, 3]) await insert(objectId);
    await own.database.many(sql`delete from learning.outbox_todo where object_id = 1`);
    await own.database.many(sql`update learning.outbox_todo set wide_cursor = 7 where object_id = 2`);
    const before = await waiting();
    expect(before).toMatchObject([
      { object_id: 2, wide_cursor: 7 },
      { object_id: 3, wide_cursor: 0 },
    ]);

    const runner = own.database.dataSource.createQueryRunner();
    const migration = new OutboxTodo20261122210100();
    await migration.down(runner);
    const done = await own.database.many(
      sql`select object_id from learning.outbox where done_at is not null`,
    );
    expect(done).toEqual([{ object_id: 1 }]);
    await migration.up(runner);
    await runner.release();
    expect(await waiting()).toEqual(before);

    await insert(4);
    expect(await waiting()).toHaveLength(3);
  });
});
