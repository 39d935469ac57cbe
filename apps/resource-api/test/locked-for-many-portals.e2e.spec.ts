import { describeUnpooled } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** Requests that read a locked table; all but the last are heavy. */
const BLOCKED = [
  '/v2/learning-objects',
  '/v2/learning-objects?type=link',
  '/v2/learning-objects?type=link&facets=type',
  '/v2/learning-objects/1',
];
/** Requests that do not; the last two are heavy. */
const OTHERS = ['/v2/me', '/v2/webhooks', '/v2/users', '/v2/users?keyword=a'];

describeUnpooled('a table locked for eight portals', () => {
  const api = useResourceApi({ DATABASE_WAIT_MS: 1_000, DATABASE_POOL_SIZE: 20 });
  let blocked: TestAccount[];
  let other: TestAccount;
  beforeAll(async () => {
    blocked = await Promise.all(Array.from({ length: 8 }, () => api.administrator()));
    other = await api.administrator();
    const url = 'https://a.example/';
    for (const { token } of blocked)
      expect((await api.http.post('/v2/content/links', { token, json: { title: 'A', url } })).status).toBe(
        201,
      );
    for (const path of [...BLOCKED.slice(0, -1), ...OTHERS]) expect(await get(path, other)).toBe(200);
  });

  const get = async (path: string, { token }: TestAccount) => (await api.http.get(path, { token })).status;

  const whileLocked = (work: () => Promise<void>): Promise<void> =>
    api.db.duringTransaction(
      'lock table learning.search_doc, learning.learning_objects in access exclusive mode',
      work,
    );

  it('leaves connections for another portal, for heavy requests too', async () => {
    const requests = blocked.flatMap((account) => BLOCKED.map((path) => () => get(path, account)));
    await whileLocked(async () => {
      // each kind of request fails once
      expect(await Promise.all(requests.map((send) => send()))).toEqual(requests.map(() => 503));
      let isOver = false;
      const flood = requests.map(async (send) => {
        while (!isOver) expect(await send()).toBe(503);
      });
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1)
        for (const path of OTHERS) statuses.push(await get(path, other));
      isOver = true;
      await Promise.all(flood);
      expect(statuses).toEqual(statuses.map(() => 200));
    });
    for (const account of blocked) expect(await get(BLOCKED[0]!, account)).toBe(200);
  });
});
