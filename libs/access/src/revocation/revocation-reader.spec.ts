import { scheduledTasks } from '@app/scheduled-tasks';
import { TestClock } from '@app/testing';
import { pino } from 'pino';
import { RevocationReader } from './revocation-reader.js';
import type { RevocationQueries } from './revocations.queries.js';

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
    const settings = { REDIS_URL: 'redis://127.0.0.1:1', REDIS_PREFIX: 'x' };
    const reader = new RevocationReader(queries, new TestClock(), settings, pino({ level: 'silent' }));
    void reader.read();
    stored.push('revoked');
    let isAnswered = false;
    const second = reader.read().then(() => (isAnswered = true));
    ends[0]!();
    await new Promise((resolve) => setImmediate(resolve));
    expect([ends.length, isAnswered]).toEqual([2, false]);
    ends[1]!();
    await second;
    const token = { jti: 'revoked', sid: 's', seq: 1, portal_id: 1, client_id: 'c' };
    expect(reader.set.covers(token as never, 'kid')).toBe(true);
  });
});
