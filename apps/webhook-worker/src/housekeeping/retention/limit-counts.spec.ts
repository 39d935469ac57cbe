import { sql } from '@app/database';
import { addToCount, limits } from '@app/limits';
import { useDatabase } from '@app/testing';
import { removeLimitCounts } from './retention.queries.js';

describe('counts per day or hour', () => {
  const harness = useDatabase();

  const { most } = limits.login_links;
  const count = (owner: string, more = 1) => addToCount(harness.database, 'login_links', owner, more);

  it('start again with the next hour, separately for each owner', async () => {
    await count('a', most);
    await expect(count('a')).rejects.toThrow('Limit per account and hour: 200 login links.');
    await count('b');
    await harness.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 hour'`);
    await count('a', most);
    await expect(count('c', most + 1)).rejects.toMatchObject({ errorCode: 'limit_reached' });
    await count('c');
  });

  it('are undone by a rollback', async () => {
    const failing = harness.database.write(async (tx) => {
      await addToCount(tx, 'login_links', 'd', most);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await count('d', most);
  });

  it('are removed when the time is over, and not before', async () => {
    await harness.db.many(sql`delete from maintenance.limit_counts`);
    await count('old', 1);
    await harness.db.many(sql`
      update maintenance.limit_counts set window_start = window_start - interval '1 day', expires_at =
        expires_at - interval '1 day'`);
    await count('new', 1);
    expect(await removeLimitCounts(await harness.open('worker'), 10)).toBe(1);
    expect(await harness.db.many(sql`select owner from maintenance.limit_counts`)).toEqual([
      { owner: 'new' },
    ]);
  });
});
