import { useDatabase } from '@app/testing';
import { Topics20261124000000 } from './20261124000000-topics.js';

describe('the migration of topics', () => {
  const own = useDatabase();

  it('numbers the topics there are, each once for its portal, and goes there and back', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new Topics20261124000000();
    await migration.down(runner);
    await own.db.many(`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B');
      insert into learning.providers (id, portal_id, name) values (1, 1, 'A'), (2, 2, 'B');
      insert into learning.learning_objects (portal_id, provider_id, type, title, topics, retired_time) values
        (1, 1, 'text', 'T', '{Data,Safety}', null), (1, 1, 'text', 'T', '{Safety}', null),
        (1, 1, 'text', 'T', '{Former}', now()), (2, 2, 'text', 'T', '{Data}', null), (2, 2, 'text', 'T', '{}', null);
      select learning.index_documents(array(select id from learning.learning_objects));`);
    await runner.startTransaction();
    await migration.up(runner);
    await runner.commitTransaction();
    const topics = await own.db.many<{ id: string }>(
      'select id, portal_id, name, lost_time from learning.topics order by portal_id, name',
    );
    expect(topics).toEqual([
      { id: expect.anything(), portal_id: 1, name: 'Data', lost_time: null },
      { id: expect.anything(), portal_id: 1, name: 'Safety', lost_time: null },
      { id: expect.anything(), portal_id: 2, name: 'Data', lost_time: null },
    ]);
    expect(new Set(topics.map(({ id }) => id)).size).toBe(3);
    await migration.down(runner);
    await own.db.many('select learning.index_documents(array(select id from learning.learning_objects))');
    await runner.startTransaction();
    await migration.up(runner);
    await runner.commitTransaction();
    await runner.release();
  });
});
