import { median, startSentinels, temporaryFolder, type RunningSentinels } from '@app/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { usePlatform } from '../../../../clients/test/platform-stack.js';
import { clientCredentials } from '../../../../clients/typescript/src/index.js';
import { tour } from './tour.js';

const [password, sentinelPassword] = ['of-redis-0123', 'of-sentinels-0123'];
/** Milliseconds for which scrolls may be refused when Redis changes its master. */
const scrollsRefusedMs = 5_000;

describe('while Redis behind sentinels changes its master', () => {
  const folder = temporaryFolder();
  let group: RunningSentinels;
  const platform = usePlatform(async () => {
    group = await startSentinels({ dir: folder, password, sentinelPassword });
    return {
      REDIS_URL: group.url,
      REDIS_SENTINELS: group.addresses.join(','),
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
    };
  });
  afterAll(async () => {
    await group?.stop();
  });

  async function scroll(token: string, scrollId?: string): Promise<{ status: number; scrollId?: string }> {
    const query = new URLSearchParams({ scroll: 'true', limit: '1', ...(scrollId && { scrollId }) });
    const answer = await fetch(`${platform.connection.api}/v2/learning-objects?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { _scroll_id: next } = (await answer.json()) as { _scroll_id?: string };
    return { status: answer.status, ...(next !== undefined && { scrollId: next }) };
  }

  it('the demo succeeds; only scrolls are refused for some seconds', async () => {
    const { connection } = platform;
    const tokens = clientCredentials({
      authorizationServer: connection.auth,
      clientId: connection.client_id,
      clientSecret: connection.client_secret,
    });
    const token = await tokens.token();
    let isOver = false;
    const tours = (async () => {
      let count = 0;
      for (; !isOver; count += 1) await tour({ ...connection, print: () => undefined });
      return count;
    })();
    tours.catch(() => undefined);

    const statuses = new Set<number>();
    const refusals: number[] = [];
    const changes: number[] = [];
    const scrolling = (async () => {
      let refusedSince: number | undefined;
      let scrollId: string | undefined;
      while (!isOver) {
        const { status, scrollId: next } = await scroll(token, scrollId);
        statuses.add(status);
        scrollId ??= next;
        if (status === 503) refusedSince ??= performance.now();
        else if (refusedSince !== undefined) {
          refusals.push(performance.now() - refusedSince);
          refusedSince = undefined;
        }
        await pause(20);
      }
    })();
    try {
      for (const change of [() => group.failOver(), () => group.killMaster(), () => group.failOver()]) {
        const began = performance.now();
        await change();
        changes.push(performance.now() - began);
        await pause(1_000);
      }
    } finally {
      isOver = true;
    }
    expect(await tours).toBeGreaterThan(1);
    await scrolling;
    expect([...statuses].sort()).toEqual([200, 503]);
    expect(refusals.length).toBeGreaterThanOrEqual(2);
    // on a busy machine the sentinels take longer too
    expect(median(refusals)).toBeLessThan(Math.max(scrollsRefusedMs, median(changes)));
  });
});
