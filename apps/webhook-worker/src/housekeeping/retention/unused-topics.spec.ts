import { sql } from '@app/database';
import { LOCKS_HERE, eventually } from '@app/testing';
import { useTwoCatalogues } from '../../../test/two-catalogues.js';
import { removeUnusedTopics } from './retention.queries.js';

describe('topics that no object has any more', () => {
  const harness = useTwoCatalogues();

  const load = (provider: string, topicsOf: Record<string, string[]>) =>
    harness.seed.load(
      Object.entries(topicsOf).map(([external_id, topics]) => ({
        provider,
        external_id,
        type: 'text' as const,
        title: external_id,
        topics,
      })),
    );
  const topics = (portalId: number) =>
    harness.db.many<{ id: number; name: string; lost: boolean }>(sql`
      select id::int, name, lost_time is not null as lost from learning.topics where portal_id = ${portalId}
       order by name`);
  const names = async (portalId: number) =>
    (await topics(portalId)).map(({ name, lost }) => `${name}${lost ? ' (lost)' : ''}`);
  const removeAll = async (before: Date): Promise<void> => {
    while ((await removeUnusedTopics(harness.database, before, 2)) > 0);
  };
  const soon = () => new Date(Date.now() + 60_000);

  it('are removed a day later, and never those that another object of the portal has', async () => {
    await load('a', { one: ['Data', 'Shared', "it's"], two: ['Shared', 'Own'], three: ['Gone', 'Data'] });
    await load('b', { one: ['Data', 'Gone'] });
    const before = await topics(1);
    await load('a', { one: ['New'], three: [] });
    expect(await names(1)).toEqual([
      'Data (lost)',
      'Gone (lost)',
      'New',
      'Own',
      'Shared (lost)',
      "it's (lost)",
    ]);
    await removeAll(new Date(Date.now() - 86_400_000));
    expect(await names(1)).toHaveLength(6);
    await removeAll(soon());
    expect(await names(1)).toEqual(['New', 'Own', 'Shared']);
    expect(await names(2)).toEqual(['Data', 'Gone']);
    // a topic that was not lost has kept its number
    const after = await topics(1);
    for (const name of ['Own', 'Shared'])
      expect(after.find((one) => one.name === name)?.id).toBe(before.find((one) => one.name === name)!.id);
  });

  it('are kept under the same number while they are lost and found again', async () => {
    const [first] = await (await load('a', { back: ['Back'] }), topics(1));
    expect(first).toMatchObject({ name: 'Back' });
    await harness.db.many(sql`
      update learning.learning_objects set retired_time = now() where external_id = 'back'`);
    await harness.db.many(sql`
      select learning.index_documents(array(select id from learning.learning_objects
       where external_id = 'back'))`);
    expect(await names(1)).toContain('Back (lost)');
    await load('a', { back: ['Back'] });
    await removeAll(soon());
    expect((await topics(1))[0]).toEqual({ ...first, lost: false });
  });

  it('wait for a transaction that is adding them to an object', async () => {
    await load('a', { last: ['Race'] });
    await load('a', { last: [] });
    const id = (await load('a', { taker: ['Other'] })).get('a taker')!;
    const waiting = () =>
      harness.db.many(sql`
        select 1 from ${sql.raw(LOCKS_HERE)} k where locktype = 'advisory' and classid = 7503
           and not granted`);
    let removing: Promise<void> | undefined;
    await harness.whileWriting(id, "topics = '{Race}'", async () => {
      removing = removeAll(soon());
      await eventually('it waits', async () => (await waiting()).length === 1);
    });
    await removing;
    expect(await names(1)).toContain('Race');
    expect(await names(1)).not.toContain('Other');
  });
});
